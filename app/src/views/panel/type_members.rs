//! All members of a type, its own and inherited ones, each with the types that define and refine it.

use descriptorium_core::inherited::{MemberOrigin, TypeMember};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::effective::short_name;
use leptos::prelude::*;

use crate::gestures::navigation::go_to;
use crate::state::canvas::Canvas;
use crate::words::type_members as words;

/// The members of the type at a path of any file; nothing for anything else.
#[component]
pub fn TypeMembers(file: FilePath, at: NodePath) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let members = Memo::new(move |_| canvas.editor.drawn.with(|analysis| analysis.type_members(&file, &at)));
    let sections = move || {
        let members = members.get();
        let mut sections: Vec<&'static str> = members.iter().map(|member| member.section).collect();
        sections.dedup();
        let list = |section: &'static str| {
            let rows = members.iter().filter(|member| member.section == section).cloned();
            view! {
                <h4>{words::section(section)}</h4>
                <ul data-members=section>{rows.map(|member| row(canvas, member)).collect_view()}</ul>
            }
        };
        sections.into_iter().map(list).collect_view()
    };
    view! {
        <Show when=move || !members.with(Vec::is_empty)>
            <section class="type-members">
                <h3 class="inspector-section">{words::all_members()}</h3>
                {sections}
            </section>
        </Show>
    }
}

fn row(canvas: Canvas, member: TypeMember) -> impl IntoView {
    let TypeMember { name, type_name, declarations, .. } = member;
    let is_own = declarations.first().is_some_and(|nearest| nearest.is_own);
    let origins = declarations.into_iter().filter(|one| !one.is_own).enumerate().map(|(at, origin)| {
        let lead = match (is_own, at) {
            (true, 0) => words::refines(),
            (false, 0) => words::from(),
            _ => words::which_refines(),
        };
        view! { <span class="member-origin">{lead}" "{link(canvas, origin)}</span> }
    });
    let origins = origins.collect_view();
    let own = is_own.then(|| view! { <span class="member-own">{words::own()}</span> });
    let title = type_name.clone();
    let of = (!type_name.is_empty())
        .then(|| view! { <span class="member-type" title=title>{short_name(&type_name).to_owned()}</span> });
    let id = name.clone();
    view! { <li data-member=id><code>{name}</code>" "{of}" "{own}{origins}</li> }
}

/// The type that defines a member, which leads there.
fn link(canvas: Canvas, origin: MemberOrigin) -> impl IntoView {
    let MemberOrigin { of, file, path, .. } = origin;
    let title = words::in_file(&of, file.as_str());
    let short = short_name(&of).to_owned();
    let open = move |_| {
        canvas.editor.show(&file);
        go_to(canvas, &path);
        let span = canvas.editor.analysis.with_untracked(|analysis| {
            let source = analysis.file(&file)?;
            source.key_span(&path).or_else(|| source.span_of(&path))
        });
        if let Some(span) = span {
            canvas.editor.reveal_span(span, false);
        }
    };
    view! { <button type="button" class="link" title=title on:click=open>{short}</button> }
}
