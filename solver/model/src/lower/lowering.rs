//! How a model is lowered, as a value and as text: a named way for each kind of constraint that has one.

use std::fmt::{self, Display};
use std::str::FromStr;

use itertools::Itertools as _;
use strum::{Display, EnumMessage, EnumString, VariantArray};

use crate::model::{Capabilities, ConstraintKind};
use crate::names::suggestion;

/// How to lower a model: a way for each kind of constraint, or `None` for the default way, which may depend on the backend.
///
/// As text `circuit=flow,table=support`, in the alphabetical order of the kinds, or `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowering {
    /// How `AllDifferent` is lowered.
    pub all_different: Option<AllDifferentLowering>,
    /// How `Circuit` is lowered.
    pub circuit: Option<CircuitLowering>,
    /// How `Table` is lowered.
    pub table: Option<TableLowering>,
}

/// The ways to lower `AllDifferent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumMessage, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum AllDifferentLowering {
    /// For each value v the row Σᵢ [xᵢ = v] ≤ 1.
    #[strum(message = "each value is taken by at most one of the variables, over equality literals")]
    #[default]
    Assignment,
}

/// The ways to lower `Circuit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumMessage, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum CircuitLowering {
    /// Degree rows, and flow variables that connect every node on the circuit to its root.
    #[strum(message = "a commodity flows from one node of the circuit to every other node on it")]
    Flow,
    /// Degree rows, and order variables that rise along every arc but those into the root.
    #[strum(message = "order variables rise along the circuit (Miller, Tucker, Zemlin)")]
    Mtz,
    /// Degree rows, and the position of each node on the circuit, which a used arc increases by one.
    #[strum(message = "each used arc leads to the next position on the circuit, in half-reified rows")]
    Order,
}

impl CircuitLowering {
    /// The default way for a backend: `order` where half-reified rows stay as they are, because the backend propagates them; `flow` where
    /// they would become big-M rows.
    pub const fn default_for(capabilities: Capabilities) -> Self {
        if capabilities.half_reified { Self::Order } else { Self::Flow }
    }
}

/// The ways to lower `Table`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumMessage, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum TableLowering {
    /// A 0/1 variable for each tuple, and for each value of a column the row Σ tuples with it = [column = value].
    #[strum(message = "one variable per tuple; each value of a column is supported by its tuples")]
    #[default]
    Support,
}

impl Lowering {
    /// Whether it chooses ways for constraints of these kinds only.
    pub fn applies_to(&self, kinds: &[ConstraintKind]) -> bool {
        self.chosen().all(|chosen| kinds.contains(&chosen.kind))
    }

    /// The chosen ways, by kind.
    pub(super) fn chosen(&self) -> impl Iterator<Item = Chosen> {
        let Self { all_different, circuit, table } = *self;
        let all_different = all_different.map(|way| Chosen::new(ConstraintKind::AllDifferent, way));
        let circuit = circuit.map(|way| Chosen::new(ConstraintKind::Circuit, way));
        let table = table.map(|way| Chosen::new(ConstraintKind::Table, way));
        [all_different, circuit, table].into_iter().flatten()
    }
}

/// The way chosen for a kind of constraint: `circuit=flow`.
pub(super) struct Chosen {
    pub(super) kind: ConstraintKind,
    way: String,
}

impl Chosen {
    fn new(kind: ConstraintKind, way: impl Display) -> Self {
        Self { kind, way: way.to_string() }
    }
}

impl Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.kind, self.way)
    }
}

impl Display for Lowering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chosen().join(",").as_str() {
            "" => f.write_str("none"),
            chosen => f.write_str(chosen),
        }
    }
}

/// A text that is not a lowering.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a lowering: {why}")]
pub struct UnknownLowering {
    text: String,
    why: String,
}

impl FromStr for Lowering {
    type Err = UnknownLowering;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lowering = Self::default();
        if text != "none" {
            let chosen = text.split(',').try_for_each(|part| lowering.choose(part));
            chosen.map_err(|why| UnknownLowering { text: text.to_owned(), why })?;
        }
        Ok(lowering)
    }
}

impl Lowering {
    /// Adds a part such as `circuit=flow`.
    fn choose(&mut self, part: &str) -> Result<(), String> {
        let (kind, way) =
            part.split_once('=').ok_or("write KEY=WAY, as in circuit=mtz; `tumble list lowerings` shows all")?;
        match kind.trim().parse() {
            Ok(kind @ ConstraintKind::AllDifferent) => choose(kind, &mut self.all_different, way.trim()),
            Ok(kind @ ConstraintKind::Circuit) => choose(kind, &mut self.circuit, way.trim()),
            Ok(kind @ ConstraintKind::Table) => choose(kind, &mut self.table, way.trim()),
            Ok(ConstraintKind::Linear) | Err(_) => {
                let kinds = lowering_infos().into_iter().map(|info| info.kind.to_string()).dedup().collect_vec();
                Err(no_such("key", kind.trim(), &kinds))
            }
        }
    }
}

fn no_such(what: &str, name: &str, known: &[String]) -> String {
    let known = known.iter().map(String::as_str).collect_vec();
    format!("no {what} `{name}`; {}", suggestion(name, &known))
}

fn choose<W: VariantArray + FromStr + Display>(
    kind: ConstraintKind,
    chosen: &mut Option<W>,
    way: &str,
) -> Result<(), String> {
    let ways = || W::VARIANTS.iter().map(ToString::to_string).collect_vec();
    let way = way.parse().map_err(|_| no_such(&format!("value of {kind}"), way, &ways()))?;
    match chosen.replace(way) {
        None => Ok(()),
        Some(_) => Err(format!("{kind} is given twice")),
    }
}

/// A way to lower a kind of constraint, for tables of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweringInfo {
    /// The kind of constraint.
    pub kind: ConstraintKind,
    /// A [`Lowering`] that chooses this way only, as text: `circuit=flow`.
    pub name: String,
    /// The backends for which this is the default way; `None` if there are none.
    pub default_for: Option<&'static str>,
    /// What it does, in a line.
    pub summary: &'static str,
}

/// All ways to lower, by kind.
pub fn lowering_infos() -> Vec<LoweringInfo> {
    let all_different = infos(ConstraintKind::AllDifferent, |_| AllDifferentLowering::default());
    let circuit = infos(ConstraintKind::Circuit, CircuitLowering::default_for);
    let table = infos(ConstraintKind::Table, |_| TableLowering::default());
    [all_different, circuit, table].concat()
}

fn infos<W>(kind: ConstraintKind, default_for: fn(Capabilities) -> W) -> Vec<LoweringInfo>
where
    W: VariantArray + EnumMessage + Copy + PartialEq + Display,
{
    let plain = default_for(Capabilities::LINEAR);
    let half_reified = default_for(Capabilities { half_reified: true, ..Capabilities::LINEAR });
    let info = |&way: &W| LoweringInfo {
        kind,
        name: Chosen::new(kind, way).to_string(),
        default_for: match (way == plain, way == half_reified) {
            (true, true) => Some("all backends"),
            (true, false) => Some("backends that take plain rows only"),
            (false, true) => Some("backends that take half-reified rows"),
            (false, false) => None,
        },
        summary: way.get_message().unwrap_or_default(),
    };
    W::VARIANTS.iter().map(info).collect()
}
