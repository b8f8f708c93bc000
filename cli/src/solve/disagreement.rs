//! Two answers that cannot both be true are saved, so that the fault can be found.

use std::io;
use std::path::PathBuf;

use tumble_pipeline::report::Report;

/// Writes the model file and both results into a new folder for temporary files, which stays, and returns the folder.
pub(super) fn save(model: &str, reports: [&Report; 2]) -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("tumble-disagreement-").tempdir()?;
    std::fs::write(folder.path().join("model.toml"), model)?;
    for (report, number) in reports.into_iter().zip(1..) {
        let name =
            format!("result_{number}_{}.json", report.backend.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
        std::fs::write(folder.path().join(name), serde_json::to_string_pretty(report)? + "\n")?;
    }
    // A folder that is not full of them, as on a full disk, is removed.
    Ok(folder.keep())
}
