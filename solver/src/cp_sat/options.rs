//! The solver's own options: fields of `SatParameters` by name. The library takes parameters as bytes only, so a text is turned into
//! them by the type of the field.

use itertools::Itertools as _;
use prost::encoding;

/// CP-SAT's parameters, a line each: name, number in `SatParameters`, type, and for an enumeration its values with their numbers. A
/// parameter that is a list has each of the values that it is given. `tests/all/cp_sat.rs` compares them with the installed package.
const PARAMETERS: &str = include_str!("parameters.txt");

/// Appends a parameter to the bytes of a `SatParameters`. In those bytes the last value of a field wins; a field that is a list has all.
///
/// # Errors
/// Why there is no such parameter, or not with this value.
pub(super) fn push(bytes: &mut Vec<u8>, name: &str, value: &str) -> Result<(), String> {
    let fields = |line: &'static str| line.strip_prefix(name)?.strip_prefix(' ')?.split_once(' ');
    let found = PARAMETERS.lines().find_map(fields).and_then(|(tag, kind)| Some((tag.parse::<u32>().ok()?, kind)));
    let Some((tag, kind)) = found else { return Err("there is no such parameter".into()) };
    match kind {
        "bool" => encoding::bool::encode(tag, &parse(value, "true or false")?, bytes),
        "int32" => encoding::int32::encode(tag, &parse(value, "an integer of 32 bits")?, bytes),
        "int64" => encoding::int64::encode(tag, &parse(value, "an integer of 64 bits")?, bytes),
        "double" => {
            let number: f64 = parse(value, "a number")?;
            if number.is_nan() {
                return Err("it takes a number".into());
            }
            encoding::double::encode(tag, &number, bytes);
        }
        "string" => encoding::string::encode(tag, &value.to_owned(), bytes),
        of_names => {
            let names = of_names.split(' ').filter_map(|word| word.split_once('='));
            let Some((_, number)) = names.clone().find(|(name, _)| *name == value) else {
                return Err(format!("it takes one of {}", names.map(|(name, _)| name).join(", ")));
            };
            encoding::int32::encode(tag, &parse(number, "an integer of 32 bits")?, bytes);
        }
    }
    Ok(())
}

fn parse<T: std::str::FromStr>(value: &str, what: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("it takes {what}"))
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;
    use tumble_formats::cp_sat::SatParameters;

    #[test]
    fn values_are_read_by_the_type_of_their_parameter_and_the_last_one_wins() {
        let mut bytes = SatParameters { num_workers: Some(3), ..SatParameters::default() }.encode_to_vec();
        for (name, value) in [
            ("num_workers", "-7"),
            ("max_time_in_seconds", "1"),
            ("max_time_in_seconds", "inf"),
            ("log_to_stdout", "false"),
            ("search_branching", "PORTFOLIO_SEARCH"),
            ("max_number_of_conflicts", "9223372036854775807"),
            ("ignore_subsolvers", "fj"),
            ("ignore_subsolvers", "rins/rens"),
        ] {
            push(&mut bytes, name, value).unwrap();
        }
        let read = SatParameters::decode(&*bytes).unwrap();
        let expected = SatParameters {
            num_workers: Some(-7),
            max_time_in_seconds: Some(f64::INFINITY),
            log_to_stdout: Some(false),
            ..SatParameters::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn unknown_names_and_values_of_another_type_are_refused() {
        let refused = |name: &str, value: &str| push(&mut Vec::new(), name, value).unwrap_err();
        for name in ["workers", "", "NUM_WORKERS", "subsolver_params"] {
            assert_eq!(refused(name, "1"), "there is no such parameter", "{name}");
        }
        for (name, value, why) in [
            ("num_workers", "many", "an integer of 32 bits"),
            ("num_workers", "2147483648", "an integer of 32 bits"),
            ("max_number_of_conflicts", "9223372036854775808", "an integer of 64 bits"),
            ("log_to_stdout", "1", "true or false"),
            ("relative_gap_limit", "NaN", "a number"),
            ("relative_gap_limit", "", "a number"),
            ("initial_polarity", "UP", "one of POLARITY_TRUE, POLARITY_FALSE, POLARITY_RANDOM"),
        ] {
            assert_eq!(refused(name, value), format!("it takes {why}"), "{name}={value}");
        }
    }
}
