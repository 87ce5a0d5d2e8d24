//! Exports the diagram as an SVG picture, which contains its sources and can be opened again, or as PNG.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::sources;
use descriptorium_core::scene::svg::{SvgOptions, Theme, svg};
use descriptorium_core::scene::{Rect, Scene};
use descriptorium_core::text::FilePath;
use js_sys::{Array, Promise};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::browser::slices::Slices;
use crate::model::scene_view::SceneView;
use crate::state::editor::Editor;
use crate::words::files as words;

/// Pixels per unit of the diagram, and the largest width or height of a picture.
const SHARPNESS: f64 = 2.0;
const MOST: f64 = 8192.0;
/// The approximate number of boxes in a strip, and how far labels may extend beyond boxes and connections.
const BOXES: usize = 1000;
const AROUND: f64 = 80.0;

/// Downloads the diagram as SVG, with the open file and everything that it refers to.
pub fn save_svg(editor: Editor) {
    let Some((name, text)) = picture(editor) else { return editor.fail(words::no_diagram_to_save()) };
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&JsValue::from_str(&text)), &options);
    match blob.and_then(|blob| crate::browser::dom::download(&format!("{name}.svg"), &blob)) {
        Ok(()) => editor.say(&words::saved_file(&format!("{name}.svg"))),
        Err(_) => editor.fail(words::picture_refused()),
    }
}

/// Downloads the diagram as PNG.
pub fn save_png(editor: Editor) {
    spawn_local(async move {
        match download_png(editor).await {
            Ok(name) => editor.say(&words::saved_file(&name)),
            Err(why) => editor.fail(&why),
        }
    });
}

/// Downloads the diagram as PNG. Returns its name, or the reason why there is none.
async fn download_png(editor: Editor) -> Result<String, String> {
    let file = editor.file.get_untracked().ok_or(words::no_diagram_to_save())?;
    let blob = png(editor).await?;
    let name = format!("{}.png", stem(&file));
    crate::browser::dom::download(&name, &blob).map_err(|_| words::picture_refused().to_owned())?;
    Ok(name)
}

/// The diagram as PNG, or the reason why there is none.
pub async fn png(editor: Editor) -> Result<Blob, String> {
    let done = drawn(editor).await;
    editor.end_progress();
    done
}

/// Renders the picture in strips.
async fn drawn(editor: Editor) -> Result<Blob, String> {
    let scene = editor.scene.get_untracked();
    let bounds = scene.scene.bounds;
    let scale = SHARPNESS.min(MOST / bounds.width.max(1.0)).min(MOST / bounds.height.max(1.0));
    let (width, height) = ((bounds.width * scale).ceil(), (bounds.height * scale).ceil());
    if scene.scene.boxes.is_empty() {
        return Err(words::no_diagram_to_save().to_owned());
    }
    let refused = |_: JsValue| words::picture_refused().to_owned();
    let mut slices = Slices::begin();
    let mut pause = async |share: f64| {
        if !editor.report_progress(words::rendering_image().to_owned(), share) {
            return Err(crate::words::shell::not_done(words::cancelled()));
        }
        slices.yield_now().await;
        Ok(())
    };
    let surface = document().create_element("canvas").map_err(refused)?.unchecked_into::<HtmlCanvasElement>();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not larger than MOST, and not negative"
    )]
    let pixels = (width as u32, height as u32);
    surface.set_width(pixels.0);
    surface.set_height(pixels.1);
    let context = surface.get_context("2d").ok().flatten().ok_or_else(|| refused(JsValue::NULL))?;
    let context = context.unchecked_into::<CanvasRenderingContext2d>();
    context.set_fill_style_str("#f7f8fa");
    context.fill_rect(0.0, 0.0, width, height);
    let n_strips = scene.scene.boxes.len().div_ceil(BOXES);
    let step = (height / n_strips as f64).ceil();
    let mut top = 0.0;
    while top < height {
        pause(top / height).await?;
        let strip = step.min(height - top);
        let area = Rect { y: bounds.y + top / scale, width: width / scale, height: strip / scale, ..bounds };
        let text = svg(&within(&scene, area), &SvgOptions { theme: Some(Theme::Light), ..SvgOptions::default() });
        let image = HtmlImageElement::new().map_err(refused)?;
        image.set_src(&format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(text)));
        JsFuture::from(image.decode()).await.map_err(|_| words::picture_fails().to_owned())?;
        context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, top, width, strip).map_err(refused)?;
        top += strip;
    }
    pause(1.0).await?;
    let blob = Promise::new(&mut |done, _| {
        if surface.to_blob(&done).is_err() {
            // An empty diagram has no picture.
            let _ = done.call0(&JsValue::UNDEFINED);
        }
    });
    let blob = JsFuture::from(blob).await.map_err(refused)?.dyn_into::<Blob>().map_err(refused)?;
    // Encoding takes a while too.
    pause(1.0).await?;
    Ok(blob)
}

/// The part of a diagram that intersects an area.
fn within(view: &SceneView, area: Rect) -> Scene {
    let wide = area.grown(AROUND);
    let boxes = view.scene.boxes.iter().filter(|found| found.rect.overlaps(wide));
    let connections = view.connections_in(wide).into_iter().filter_map(|at| view.scene.connections.get(at));
    let (boxes, connections) = (boxes.cloned().collect(), connections.cloned().collect());
    Scene { title: view.scene.title.clone(), boxes, connections, bounds: area }
}

fn stem(file: &FilePath) -> &str {
    file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem)
}

/// The name and the text of the picture.
pub fn picture(editor: Editor) -> Option<(String, String)> {
    let file = editor.file.get_untracked()?;
    let analysis = editor.analysis.get_untracked();
    let scene = editor.scene.get_untracked();
    let name = stem(&file).to_owned();
    (!scene.scene.boxes.is_empty()).then(|| (name, with_sources(&scene.scene, &analysis, &file)))
}

/// The diagram of a file as SVG, with the file and everything that it refers to.
fn with_sources(scene: &Scene, analysis: &Analysis, file: &FilePath) -> String {
    let paths = std::iter::once(file.clone()).chain(analysis.builds_on(file));
    let files: Vec<_> = paths.filter_map(|path| analysis.file(&path)).collect();
    let metadata = sources::pack(files.iter().map(|file| (&file.path, &*file.text)));
    let options = SvgOptions { theme: Some(Theme::Light), metadata: Some(metadata), ..SvgOptions::default() };
    svg(scene, &options)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn a_picture_contains_its_sources() {
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
        let scene = analysis.scene(&files[0].0).expect("a diagram");
        let picture = with_sources(&scene, &analysis, &files[0].0);
        let plain = |files: &[(FilePath, String)]| {
            Some(files.iter().map(|(path, text)| (path.to_string(), text.clone())).collect::<Vec<_>>())
        };
        assert_eq!(sources::unpack(&picture), plain(&files[..2]));
    }

    #[test]
    fn strips_cover_the_whole_diagram() {
        let parts: String = (0..12).map(|at| format!("  p{at}: {{type: 'resource::part::1.0'}}\n")).collect();
        let text = format!("name: assembly::whole::1.0\ncomposition:\n{parts}");
        let path = FilePath::new("whole.yaml").expect("a plain path");
        let analysis = Analysis::new(Workspace::new([(path.clone(), text)]), Settings::default());
        let scene = Arc::new(analysis.scene(&path).expect("a diagram"));
        let view = SceneView::plain(&path, Arc::clone(&scene), None, &analysis, None);
        let height = scene.bounds.height / 4.0;
        let strips = (0..4).map(|at| Rect { y: scene.bounds.y + f64::from(at) * height, height, ..scene.bounds });
        let strips: Vec<Scene> = strips.map(|area| within(&view, area)).collect();
        for found in &scene.boxes {
            let holds = |strip: &&Scene| found.rect.overlaps(strip.bounds);
            assert!(strips.iter().filter(holds).all(|strip| strip.boxes.contains(found)), "{}", found.path);
        }
        assert!(strips.iter().any(|strip| strip.boxes.len() < scene.boxes.len()), "and not each has all");
    }
}
