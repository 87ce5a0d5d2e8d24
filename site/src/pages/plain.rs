//! A page as Markdown, made of its HTML, so that both say the same. It reads what this program writes, where every
//! element is closed, and no other HTML.

/// The text of a page as Markdown, links and all; drawings, buttons and what leads to a place on the page are left out.
pub fn markdown(page: &str) -> String {
    let start = page.find("<main").and_then(|at| Some(at + page[at..].find('>')? + 1)).unwrap_or(page.len());
    let end = page.rfind("</main>").unwrap_or(page.len()).max(start);
    let mut writer = Writer::default();
    let mut rest = &page[start..end];
    while let Some(at) = rest.find('<') {
        writer.text(&rest[..at]);
        let Some(length) = rest[at..].find('>') else {
            rest = "";
            break;
        };
        let tag = &rest[at + 1..at + length];
        rest = &rest[at + length + 1..];
        match tag.strip_prefix('/') {
            Some(name) => writer.close(name),
            None => writer.open(tag),
        }
    }
    writer.text(rest);
    writer.end_line();
    writer.out.trim_end().to_owned() + "\n"
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The paragraph, item or cell that is being written.
    line: String,
    /// The lists that are open, one in another.
    lists: Vec<List>,
    /// How many elements are open whose content is left out, the outermost included.
    n_left_out: usize,
    /// The fence of what is shown to the letter, once one is open.
    fence: Option<&'static str>,
    /// The links that are open, by where they begin in the line, with where they lead.
    links: Vec<Option<(usize, String)>>,
    /// The cells of the row of a table, while one is open, and how many rows there were before it.
    row: Option<Vec<String>>,
    n_rows: usize,
    /// How many tables and cells are open, one in another.
    n_tables: usize,
    heading: usize,
    /// Whether code is open in the line.
    is_code: bool,
}

struct List {
    /// The number of the item, where items have numbers.
    number: Option<usize>,
    /// Whether something of the item is written.
    is_begun: bool,
}

impl List {
    fn indent(&self) -> &'static str {
        if self.number.is_some() { "   " } else { "  " }
    }
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[at..].split('"').next()
}

/// Whether what stands in an element is not to be read by programs.
fn is_left_out(name: &str, tag: &str) -> bool {
    let class = attribute(tag, "class").unwrap_or_default();
    matches!(name, "svg" | "button" | "meter" | "noscript") || matches!(class, "permalink" | "sizes" | "zooms")
}

impl Writer {
    fn open(&mut self, tag: &str) {
        let name = tag.split(' ').next().unwrap_or_default();
        // What has no end tag.
        if matches!(name, "br" | "hr" | "img" | "input" | "link" | "meta") || tag.ends_with('/') {
            if name == "br" && self.n_left_out == 0 {
                self.line.push(' ');
            }
            return;
        }
        if self.n_left_out > 0 || is_left_out(name, tag) {
            self.n_left_out += 1;
            return;
        }
        // A mark says in its title what it means.
        if let Some(title) = attribute(tag, "title").filter(|_| name == "span") {
            self.text(title);
            self.n_left_out += 1;
            return;
        }
        let is_in_table = self.n_tables > 0;
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_line();
                self.heading = name[1..].parse().unwrap_or(0);
            }
            "table" => {
                self.end_line();
                self.n_tables += 1;
                self.n_rows = if is_in_table { self.n_rows } else { 0 };
            }
            "tr" if self.n_tables == 1 => self.row = Some(Vec::new()),
            "th" | "td" if self.n_tables == 1 => self.line.clear(),
            "ul" | "ol" => {
                self.end_line();
                let number = (name == "ol").then_some(0);
                self.lists.push(List { number, is_begun: false });
            }
            "pre" => {
                self.end_line();
                let compares = attribute(tag, "class").is_some_and(|class| class.contains("compared"));
                self.fence = Some(if compares { "diff" } else { "" });
            }
            "code" | "kbd" if self.fence.is_none() => {
                self.line.push('`');
                self.is_code = true;
            }
            "strong" | "b" => self.line.push_str("**"),
            "em" | "i" => self.line.push('*'),
            "a" => {
                let href = attribute(tag, "href").filter(|href| !href.starts_with('#') && self.fence.is_none());
                let link = href.map(|href| (self.line.len(), destination(&unescaped(href))));
                if link.is_some() {
                    self.line.push('[');
                }
                self.links.push(link);
            }
            "p" | "div" | "section" | "figure" | "figcaption" | "details" | "summary" | "blockquote" | "dl" | "dt"
            | "dd" => {
                self.end_line();
            }
            "li" => {
                self.end_line();
                if let Some(list) = self.lists.last_mut().filter(|_| !is_in_table) {
                    list.is_begun = false;
                    list.number.iter_mut().for_each(|number| *number += 1);
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if self.n_left_out > 0 {
            self.n_left_out -= 1;
            return;
        }
        match name {
            "table" => {
                self.n_tables -= usize::from(self.n_tables > 0);
                if self.n_tables == 0 {
                    self.out.push('\n');
                }
            }
            "th" | "td" if self.n_tables == 1 => {
                let cell = std::mem::take(&mut self.line).trim().trim_end_matches(',').replace('|', "\\|");
                self.row.iter_mut().for_each(|row| row.push(cell.clone()));
            }
            "tr" if self.n_tables == 1 => self.end_row(),
            "ul" | "ol" => {
                self.end_line();
                self.lists.pop();
                if self.lists.is_empty() && self.n_tables == 0 {
                    self.out.push('\n');
                }
            }
            "li" if self.n_tables > 0 => {
                self.line.truncate(self.line.trim_end().len());
                self.line.push_str(", ");
            }
            "pre" => {
                let text = std::mem::take(&mut self.line);
                self.out += &super::twin::fenced(&text, self.fence.take().unwrap_or_default());
            }
            "code" | "kbd" if self.fence.is_none() => {
                self.line.push('`');
                self.is_code = false;
            }
            "strong" | "b" => self.line.push_str("**"),
            "em" | "i" => self.line.push('*'),
            "a" => {
                if let Some((start, href)) = self.links.pop().flatten() {
                    // A link around nothing is none.
                    match self.line.get(start + 1..).is_some_and(|text| !text.trim().is_empty()) {
                        true => self.line += &format!("]({href})"),
                        false => self.line.truncate(start),
                    }
                }
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "li" | "div" | "section" | "figure" | "figcaption"
            | "details" | "summary" | "blockquote" | "dl" | "dt" | "dd" => self.end_line(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.n_left_out > 0 || text.is_empty() {
            return;
        }
        let text = unescaped(text);
        if self.fence.is_some() {
            self.line.push_str(&text);
            return;
        }
        for character in text.chars() {
            let before = self.line.chars().next_back();
            match character {
                _ if character.is_whitespace() => {
                    if before.is_some_and(|before| !before.is_whitespace()) {
                        self.line.push(' ');
                    }
                }
                '`' => self.line.push('\''),
                '*' | '[' | ']' | '<' | '\\' if !self.is_code => self.line.extend(['\\', character]),
                // Between letters it is no mark of Markdown, as in most names.
                '_' if !self.is_code && !before.is_some_and(char::is_alphanumeric) => self.line.push_str("\\_"),
                _ => self.line.push(character),
            }
        }
    }

    /// Writes what stands in the line, as a paragraph, a heading or an item.
    fn end_line(&mut self) {
        if self.n_tables > 0 {
            // All of a cell is one line.
            if self.line.ends_with(|last: char| !last.is_whitespace()) {
                self.line.push(' ');
            }
            return;
        }
        let line = std::mem::take(&mut self.line);
        let heading = std::mem::take(&mut self.heading);
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        match self.lists.split_last_mut() {
            _ if heading > 0 => self.out += &format!("{} {line}\n\n", "#".repeat(heading)),
            Some((list, around)) => {
                around.iter().for_each(|list| self.out.push_str(list.indent()));
                match (std::mem::replace(&mut list.is_begun, true), list.number) {
                    (true, _) => self.out += list.indent(),
                    (false, Some(number)) => self.out += &format!("{number}. "),
                    (false, None) => self.out += "- ",
                }
                self.out += &format!("{line}\n");
            }
            None => self.out += &format!("{line}\n\n"),
        }
    }

    fn end_row(&mut self) {
        let Some(cells) = self.row.take() else { return };
        self.out += &format!("| {} |\n", cells.join(" | "));
        if self.n_rows == 0 {
            self.out += &format!("|{}\n", " --- |".repeat(cells.len()));
        }
        self.n_rows += 1;
    }
}

/// An address as Markdown has it behind a link: without what would end it.
fn destination(href: &str) -> String {
    let mut out = String::with_capacity(href.len());
    for character in href.chars() {
        match character {
            '<' | '>' | '(' | ')' | '\\' | ' ' => out += &format!("%{:02X}", u32::from(character)),
            _ => out.push(character),
        }
    }
    out
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (name, length) = match rest.find(';').filter(|end| *end < 10) {
            Some(end) => (&rest[1..end], end + 1),
            None => ("", 1),
        };
        let number = name.strip_prefix("#x").and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let number = number.or_else(|| name.strip_prefix('#')?.parse().ok());
        match (name, number.and_then(char::from_u32)) {
            ("amp", _) => out.push('&'),
            ("lt", _) => out.push('<'),
            ("gt", _) => out.push('>'),
            ("quot", _) => out.push('"'),
            ("apos", _) => out.push('\''),
            (_, Some(character)) => out.push(character),
            _ => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by hand from what Markdown means.
    #[test]
    fn a_page_reads_the_same_as_markdown() {
        for (html, expected) in [
            (
                "<h1>Health</h1><p class=\"lead\">It finds <a href=\"problems.html\">2 errors</a> &amp; more.</p>",
                "# Health\n\nIt finds [2 errors](problems.html) & more.\n",
            ),
            (
                "<h2 id=\"x\">Unused <a href=\"#x\" class=\"permalink\">#</a></h2><ul><li>one</li><li>two<ol><li>a</li><li>b</li></ol></li></ul><p>end</p>",
                "## Unused\n\n- one\n- two\n  1. a\n  2. b\n\nend\n",
            ),
            (
                "<table><thead><tr><th>Name</th><th>By</th></tr></thead><tbody><tr><th><code>a|b</code></th><td><ul><li>x</li><li>y</li></ul></td></tr></tbody></table><p>t</p>",
                "| Name | By |\n| --- | --- |\n| `a\\|b` | x, y |\n\nt\n",
            ),
            (
                "<pre class=\"source compared\"><del>- a: *x</del>\n<ins>+ a: [1]</ins>\n</pre>",
                "```diff\n- a: *x\n+ a: [1]\n```\n",
            ),
            (
                "<p>__init__ of c_streamer &lt;b&gt; <meter>44 %</meter> <svg><text>no</text></svg></p>",
                "\\_\\_init_\\_ of c_streamer \\<b>\n",
            ),
            ("<ol><li><p>a</p><p>b</p><ul><li>c</li></ul></li><li>d</li></ol>", "1. a\n   b\n   - c\n2. d\n"),
            ("<p><span class=\"count error\" title=\"2 errors\">2</span> in all</p>", "2 errors in all\n"),
            (
                "<p><a href=\"https://e.org/a_(b)?x=&lt;1&gt;&amp;y\">to</a> <code>a_b*</code> c*<code>*</code></p>",
                "[to](https://e.org/a_%28b%29?x=%3C1%3E&y) `a_b*` c\\*`*`\n",
            ),
            ("<details><summary>Its plan</summary><p>one</p></details>", "Its plan\n\none\n"),
        ] {
            assert_eq!(markdown(&format!("<body><main id=\"main\">{html}</main>")), expected, "{html}");
        }
        assert_eq!(markdown("no page"), "\n");
        assert_eq!(markdown("<main><p>cut <a"), "cut\n");
    }
}
