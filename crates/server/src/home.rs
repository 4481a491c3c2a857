//! Where a user's battles are kept unless he says otherwise.

use std::path::PathBuf;

/// The address of the store in the user's data folder, which is made if it is not there.
///
/// # Errors
/// When the user has no data folder, or it cannot be made.
pub fn default_store() -> std::io::Result<String> {
    let folder = data_folder(|name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from));
    let folder = folder.ok_or_else(|| std::io::Error::other("no home folder is known; give --store"))?;
    make(&folder)?;
    Ok(format!("sqlite:{}", folder.join("battles.db").display()))
}

/// The data folder by the custom of the system.
fn data_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let folder = if cfg!(windows) {
        variable("APPDATA")?
    } else if cfg!(target_os = "macos") {
        variable("HOME")?.join("Library/Application Support")
    } else {
        // A relative path in XDG_DATA_HOME is to be ignored, as its specification says.
        let given = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
        given.or_else(|| Some(variable("HOME")?.join(".local/share")))?
    };
    Some(folder.join("testudo"))
}

/// Makes the folder for its owner alone.
fn make(folder: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_custom_of_the_system_is_followed() {
        let with = |pairs: &[(&str, &str)]| {
            data_folder(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| PathBuf::from(v)))
        };
        assert_eq!(with(&[("HOME", "/home/a")]), Some("/home/a/.local/share/testudo".into()));
        assert_eq!(with(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "/data")]), Some("/data/testudo".into()));
        assert_eq!(
            with(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "x")]),
            Some("/home/a/.local/share/testudo".into())
        );
        assert_eq!(with(&[]), None);
    }
}
