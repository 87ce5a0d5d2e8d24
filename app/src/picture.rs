//! The drawing as a picture to take along: true vectors that carry the text they were made from and open again, or
//! pixels.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::Scene;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::text::FilePath;
use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::editor::Editor;
use crate::words::files as words;

/// Pixels for each unit of the drawing, and the most that a picture may be wide or high.
const SHARPNESS: f64 = 2.0;
const MOST: f64 = 8192.0;

/// What stands before the packed files, so that no other metadata is taken for them.
const MARK: &str = "descriptorium";

/// Lets the browser keep the drawing as SVG, with the open file and all that it is made of in it.
pub fn save_svg(editor: Editor) {
    let Some((name, text)) = picture(editor) else { return editor.fail(words::nothing_to_save()) };
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&JsValue::from_str(&text)), &options);
    match blob.and_then(|blob| crate::dom::download(&format!("{name}.svg"), &blob)) {
        Ok(()) => editor.say(&words::saved_file(&format!("{name}.svg"))),
        Err(_) => editor.fail(words::picture_refused()),
    }
}

/// Lets the browser keep the drawing as PNG.
pub fn save_png(editor: Editor) {
    let Some((name, text)) = picture(editor) else { return editor.fail(words::nothing_to_save()) };
    let bounds = editor.scene.with_untracked(|view| view.scene.bounds);
    let scale = SHARPNESS.min(MOST / bounds.width.max(1.0)).min(MOST / bounds.height.max(1.0));
    let size = (bounds.width * scale, bounds.height * scale);
    if draw(editor, name, &text, size).is_err() {
        editor.fail(words::picture_refused());
    }
}

/// The name and the text of the picture.
fn picture(editor: Editor) -> Option<(String, String)> {
    let file = editor.file.get_untracked()?;
    let analysis = editor.analysis.get_untracked();
    let scene = editor.scene.get_untracked();
    let name = file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem).to_owned();
    (!scene.scene.boxes.is_empty()).then(|| (name, with_sources(&scene.scene, &analysis, &file)))
}

/// The drawing of a file, with the file and all that it is made of in it.
fn with_sources(scene: &Scene, analysis: &Analysis, file: &FilePath) -> String {
    let paths = std::iter::once(file.clone()).chain(analysis.builds_on(file));
    let files = paths.filter_map(|path| Some((path.clone(), analysis.file(&path)?.text.to_string())));
    let options = SvgOptions { standalone: true, metadata: Some(pack(files)), ..SvgOptions::default() };
    svg(scene, &options)
}

/// Draws the picture on a canvas of this size, and lets the browser keep that.
fn draw(editor: Editor, name: String, text: &str, (width, height): (f64, f64)) -> Result<(), JsValue> {
    let image = HtmlImageElement::new()?;
    let surface = document().create_element("canvas")?.unchecked_into::<HtmlCanvasElement>();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not larger than MOST, and not negative"
    )]
    let pixels = (width.ceil() as u32, height.ceil() as u32);
    surface.set_width(pixels.0);
    surface.set_height(pixels.1);
    let drawn = image.clone();
    let finished = move || -> Result<(), JsValue> {
        let context = surface.get_context("2d")?.ok_or(JsValue::NULL)?.unchecked_into::<CanvasRenderingContext2d>();
        context.set_fill_style_str("#f7f8fa");
        context.fill_rect(0.0, 0.0, width, height);
        context.draw_image_with_html_image_element_and_dw_and_dh(&drawn, 0.0, 0.0, width, height)?;
        let keep = Closure::once_into_js(move |blob: Option<Blob>| {
            match blob.map(|blob| crate::dom::download(&format!("{name}.png"), &blob)) {
                Some(Ok(())) => editor.say(&words::saved_file(&format!("{name}.png"))),
                Some(Err(_)) | None => editor.fail(words::picture_refused()),
            }
        });
        surface.to_blob(keep.unchecked_ref())
    };
    let loaded = Closure::once_into_js(move || {
        if finished().is_err() {
            editor.fail(words::picture_refused());
        }
    });
    let failed = Closure::once_into_js(move || editor.fail(words::picture_fails()));
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_onerror(Some(failed.unchecked_ref()));
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", String::from(js_sys::encode_uri_component(text))));
    Ok(())
}

/// Files as a text without any sign that markup knows: words of a path and a text.
fn pack(files: impl Iterator<Item = (FilePath, String)>) -> String {
    let word = |(path, text): (FilePath, String)| {
        format!("{}:{}", BASE64_STANDARD.encode(path.as_str()), BASE64_STANDARD.encode(text))
    };
    std::iter::once(MARK.to_owned()).chain(files.map(word)).collect::<Vec<_>>().join(" ")
}

/// The files that a picture carries; `None` for a picture from elsewhere.
pub fn unpack(picture: &str) -> Option<Vec<(FilePath, String)>> {
    let (_, rest) = picture.split_once("<metadata>")?;
    let (packed, _) = rest.split_once("</metadata>")?;
    let mut words = packed.split_whitespace();
    words.next().filter(|mark| *mark == MARK)?;
    let decode = |text: &str| String::from_utf8(BASE64_STANDARD.decode(text).ok()?).ok();
    let file = |word: &str| {
        let (path, text) = word.split_once(':')?;
        Some((FilePath::new(&decode(path)?)?, decode(text)?))
    };
    words.map(file).collect()
}

#[cfg(test)]
mod tests {
    use descriptorium_core::rules::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn what_a_picture_was_made_of_comes_out_of_it_again() {
        let texts = [
            (
                "a/whole.yaml",
                "name: assembly::whole::1.0 # <größe> & ]]>\r\ncomposition:\n  p: {type: 'resource::part::1.0'}\n",
            ),
            ("part.yaml", "name: resource::part::1.0\n"),
            ("other.yaml", "name: resource::other::1.0\n"),
        ];
        let files = texts.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files.clone()), Settings::default());
        let scene = analysis.scene(&files[0].0).expect("a drawing");
        let picture = with_sources(&scene, &analysis, &files[0].0);
        assert_eq!(unpack(&picture), Some(files[..2].to_vec()));
        assert_eq!(unpack("<svg><metadata>something else</metadata></svg>"), None);
        assert_eq!(unpack("<svg/>"), None);
        let empty = [(FilePath::new("e.yaml").expect("a plain path"), String::new())];
        let packed = format!("<metadata>{}</metadata>", pack(empty.clone().into_iter()));
        assert_eq!(unpack(&packed), Some(empty.to_vec()));
    }
}
