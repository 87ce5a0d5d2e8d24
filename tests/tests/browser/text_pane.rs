//! The text editor in the modeller.

use descriptorium_tests::browser::Page;

/// The text in the text editor.
pub fn text(page: &Page) -> String {
    let script = "const content = document.querySelector('.cm-content');
        return (content.cmTile ?? content.cmView).view.state.doc.toString();";
    page.run(script, &[]).as_str().map(str::to_owned).unwrap_or_default()
}

/// Puts the cursor after the first occurrence of `before`, and focuses the text editor.
pub fn put_cursor_behind(page: &Page, before: &str) {
    let script = "const content = document.querySelector('.cm-content');
        const view = (content.cmTile ?? content.cmView).view;
        const at = view.state.doc.toString().indexOf(arguments[0]);
        if (at < 0) return false;
        view.dispatch({ selection: { anchor: at + arguments[0].length }, scrollIntoView: true });
        view.focus();
        return true;";
    assert_eq!(page.run(script, &[before.into()]), true, "`{before}` is not in the text");
}
