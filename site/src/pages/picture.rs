//! Pictures of diagrams in pixels, for programs that show no SVG. The font is a part of the program, so that pictures are the
//! same on every machine.

use std::sync::{Arc, LazyLock};

use descriptorium_core::scene::Scene;
use descriptorium_core::scene::markup::Markup;
use descriptorium_core::scene::svg::{SvgOptions, Theme, svg};
use descriptorium_core::workspace::SourceFile;
use png::{ColorType, Compression, Encoder};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::hash::{Hash, Hasher};
use crate::pages::{Page, diagram, name};

/// The width of pictures in pixels, and the height of the one for links that are shared, which is the size that Open Graph
/// recommends.
pub const WIDTH: u32 = 1200;
pub const CARD_HEIGHT: u32 = 630;
/// Maximum height of a picture in pixels; taller diagrams become smaller.
const MAX_HEIGHT: f64 = 4800.0;
/// Maximum magnification: larger text looks coarse.
const MAX_SCALE: f64 = 2.0;
/// The space around the diagram, and above it for a title, in pixels.
const MARGIN: f64 = 30.0;
const TITLE: f64 = 110.0;
/// Maximum length of a title in characters.
const MAX_TITLE: usize = 52;

/// The weights of Inter that diagrams use, made from public/inter/inter.woff2 by `fontTools.varLib.instancer`.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../public/inter/inter-400.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../public/inter/inter-600.ttf").to_vec());
    Arc::new(fonts)
});

/// The key of the text in a PNG file that identifies the picture from which it was rendered.
const KEY: &str = "Descriptorium";
/// The start of that text in a PNG file: behind the first chunk, and the length and type of the second one.
const START: usize = 33 + 8;
const FAMILY: &str = "Inter";

/// A picture before it is rendered, as SVG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture(String);

impl Picture {
    /// The diagram of a descriptor with the width of a page.
    pub fn diagram(page: &Page<'_>, file: &SourceFile) -> Self {
        let scene = diagram::scene(page, file);
        if scene.boxes.is_empty() {
            return Picture::card(page, file);
        }
        let (width, bounds) = (f64::from(WIDTH), scene.bounds);
        let inner = (width - 2.0 * MARGIN, MAX_HEIGHT - 2.0 * MARGIN);
        let scale = (inner.0 / bounds.width).min(inner.1 / bounds.height).min(MAX_SCALE);
        let height = (bounds.height * scale + 2.0 * MARGIN).ceil();
        let at = ((width - bounds.width * scale) / 2.0, MARGIN);
        let drawn = drawn(scene);
        Picture::of(height, |markup| place(markup, &drawn, at, scale))
    }

    /// The picture for links that are shared: the name above the diagram.
    pub fn card(page: &Page<'_>, file: &SourceFile) -> Self {
        let (scene, name) = (diagram::scene(page, file), name(file));
        let (width, height) = (f64::from(WIDTH), f64::from(CARD_HEIGHT));
        let room = (width - 2.0 * MARGIN, height - TITLE - MARGIN);
        let bounds = scene.bounds;
        let scale = (room.0 / bounds.width).min(room.1 / bounds.height).min(MAX_SCALE);
        let at = ((width - bounds.width * scale) / 2.0, TITLE + (room.1 - bounds.height * scale) / 2.0);
        let drawn = drawn(scene);
        let kind = file.language.map_or("", |language| language.label());
        Picture::of(height, |markup| {
            let text = |markup: &mut Markup, [y, size]: [&str; 2], weight, color, words: &str| {
                let attributes = [
                    ("x", "40"),
                    ("y", y),
                    ("font-family", FAMILY),
                    ("font-size", size),
                    ("font-weight", weight),
                    ("fill", color),
                ];
                markup.element("text", &attributes, words);
            };
            text(markup, ["62", "38"], "600", "#1b1f2a", &shortened(&name.title()));
            text(markup, ["96", "20"], "400", "#596174", &shortened(&format!("{kind} · {}", page.site.title)));
            if !scene.boxes.is_empty() {
                place(markup, &drawn, at, scale);
            }
        })
    }

    fn of(height: f64, draw: impl FnOnce(&mut Markup)) -> Self {
        let mut markup = Markup::default();
        let [width, height] = [WIDTH.to_string(), height.to_string()];
        let size = [("xmlns", "http://www.w3.org/2000/svg"), ("width", width.as_str()), ("height", height.as_str())];
        markup.open("svg", &size);
        markup.start("rect", &[("width", &width), ("height", &height), ("fill", "#f7f8fa")]);
        markup.text.push_str("/>");
        draw(&mut markup);
        markup.close("svg");
        Picture(markup.text)
    }

    /// Whether a PNG file was rendered from this picture.
    pub fn is_in(&self, png: &[u8]) -> bool {
        png.get(START..).is_some_and(|text| text.starts_with(format!("{KEY}\0{}", self.hash()).as_bytes()))
    }

    /// The picture as a PNG file; `None` if it cannot be rendered.
    pub fn png(&self) -> Option<Vec<u8>> {
        let options = Options { font_family: FAMILY.to_owned(), fontdb: Arc::clone(&FONTS), ..Options::default() };
        let tree = Tree::from_str(&self.0, &options).ok()?;
        let size = tree.size().to_int_size();
        let mut pixels = Pixmap::new(size.width(), size.height())?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        // The background is opaque.
        let opaque: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, size.width(), size.height());
        encoder.set_color(ColorType::Rgb);
        // The best compression takes three times as long as rendering.
        encoder.set_compression(Compression::Fast);
        encoder.add_text_chunk(KEY.to_owned(), self.hash().to_string()).ok()?;
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(&opaque).ok()?;
        writer.finish().ok()?;
        Some(png)
    }

    fn hash(&self) -> Hash {
        // Another version of the program may render it differently.
        let mut hasher = Hasher::default();
        hasher.add(env!("DESCRIPTORIUM_PROGRAM_HASH")).add(&self.0);
        hasher.finish()
    }
}

/// The diagram as SVG, with weights that the renderer knows: multiples of 100.
fn drawn(scene: &Scene) -> String {
    svg(scene, &SvgOptions { theme: Some(Theme::Light), ..SvgOptions::default() }).replace("\"650\"", "\"600\"")
}

/// Puts a diagram, as SVG, at a point.
fn place(markup: &mut Markup, diagram: &str, (x, y): (f64, f64), scale: f64) {
    markup.open("g", &[("transform", &format!("translate({x:.2} {y:.2}) scale({scale:.4})"))]);
    markup.text.push_str(diagram);
    markup.close("g");
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_TITLE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
