//! Conversion of the open descriptor to another form: the choice of the form, and everything that it cannot express.

use descriptorium_core::editing::conversion::Conversion;
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::state::question::Question;
use crate::views::confirm::ConfirmDialog;
use crate::views::picker::{PickerItem, pick};
use crate::words::conversion as words;

/// Lets the user choose the form.
pub fn forms(canvas: Canvas, title: String) -> AnyView {
    let (analysis, file) = (canvas.editor.analysis.get_untracked(), canvas.editor.file.get_untracked());
    let (found, nothing) = match file.map(|file| analysis.conversions(&file)) {
        Some(Err(why)) => (Vec::new(), why.to_string()),
        found => (found.and_then(Result::ok).unwrap_or_default(), words::no_other_form().to_owned()),
    };
    let choice = |one: &Conversion| PickerItem {
        label: words::form(one.to).to_owned(),
        detail: match one.left_out.len() {
            0 => String::new(),
            count => words::n_left_out(count),
        },
        ..PickerItem::default()
    };
    let choices = found.iter().map(choice).collect();
    pick(canvas, title, &nothing, choices, found, move |chosen| canvas.ask(Question::Convert(chosen), None))
}

/// Shows what the form cannot express, and converts the descriptor when the user agrees.
pub fn confirm(canvas: Canvas, title: String, conversion: Conversion) -> AnyView {
    let analysis = canvas.editor.analysis.get_untracked();
    let file = canvas.editor.file.get_untracked().and_then(|file| analysis.file(&file));
    let left_out = conversion.left_out.iter().map(|one| match file.zip(one.span) {
        Some((file, span)) => words::at_line(file.lines.line(span.start as usize) + 1, &one.message),
        None => one.message.clone(),
    });
    let left_out: Vec<String> = left_out.collect();
    let text = if left_out.is_empty() { words::complete() } else { "" };
    let lists = vec![(words::left_out(), left_out)];
    let go = Callback::new(move |()| {
        canvas.editor.apply(&conversion.change);
        canvas.focus();
    });
    view! { <ConfirmDialog title=title text=text lists=lists verb=words::convert() danger=false go=go /> }.into_any()
}
