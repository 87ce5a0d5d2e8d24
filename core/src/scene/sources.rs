//! The sources that a picture of a diagram contains, so that it can be opened again.

use base64::prelude::{BASE64_STANDARD, Engine as _};

use crate::text::FilePath;

/// The prefix of the packed files, which distinguishes them from other metadata.
const MARK: &str = "descriptorium";

/// Files as the metadata of a picture, without markup characters.
pub fn pack<'a>(files: impl IntoIterator<Item = (&'a FilePath, &'a str)>) -> String {
    let word = |(path, text): (&FilePath, &str)| {
        format!("{}:{}", BASE64_STANDARD.encode(path.as_str()), BASE64_STANDARD.encode(text))
    };
    std::iter::once(MARK.to_owned()).chain(files.into_iter().map(word)).collect::<Vec<_>>().join(" ")
}

/// The files that a picture contains, as paths and texts; `None` for a picture from elsewhere. Anyone can write a picture:
/// its paths are not checked.
pub fn unpack(picture: &str) -> Option<Vec<(String, String)>> {
    let (_, rest) = picture.split_once("<metadata>")?;
    let (packed, _) = rest.split_once("</metadata>")?;
    let mut words = packed.split_whitespace();
    words.next().filter(|mark| *mark == MARK)?;
    let decode = |text: &str| String::from_utf8(BASE64_STANDARD.decode(text).ok()?).ok();
    let file = |word: &str| {
        let (path, text) = word.split_once(':')?;
        Some((decode(path)?, decode(text)?))
    };
    words.map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_unpacked() {
        let files = [("a/größe.yaml", "name: x # <größe> & ]]>\r\n"), ("e.yaml", "")];
        let paths = files.map(|(path, _)| FilePath::new(path).expect("a plain path"));
        let packed = pack(paths.iter().zip(files.map(|(_, text)| text)));
        let found = unpack(&format!("<svg><metadata>{packed}</metadata></svg>"));
        assert_eq!(found, Some(files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec()));
        assert_eq!(unpack("<svg><metadata>something else</metadata></svg>"), None);
        assert_eq!(unpack("<svg/>"), None);
    }
}
