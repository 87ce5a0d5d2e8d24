//! Reads arguments, which are JSON objects, and rejects unknown ones by name.

use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::text::FilePath;
use serde::de::DeserializeOwned;

use crate::error::Error;

/// Reads arguments.
pub fn read<T: DeserializeOwned>(arguments: &str) -> Result<T, Error> {
    serde_json::from_str(arguments).map_err(|error| {
        let message = error.to_string();
        // The arguments are on one line, so the place says nothing.
        let message = message.split(" at line 1 column").next().unwrap_or(&message).to_owned();
        Error::invalid(format!("invalid argument: {message}"))
    })
}

/// Reads settings in the shape of `descriptorium.yaml`.
pub fn settings(json: &str) -> Result<CatalogSettings, Error> {
    CatalogSettings::read(json).map_err(|error| Error::invalid(format!("invalid `settings`: {error}")))
}

/// Reads the path of a file: relative, with `/`, and without `..`.
pub fn path(path: &str) -> Result<FilePath, Error> {
    FilePath::new(path).ok_or_else(|| {
        Error::invalid(format!("invalid `path` `{path}`: expected a relative path such as `assemblies/web.yaml`"))
    })
}
