//! The ends of relationships when a nested assembly is inlined: finds the component that takes each end.

use smol_str::SmolStr;

use crate::assembly::mentions::ends;
use crate::assembly::model::{Component, Relationship, Text};
use crate::edit::EditError;
use crate::syntax::patch::Draft;

use super::border::{Side, split, texts};
use super::extract::item;
use super::refused;
use super::substitute::Nested;

/// Whether a component and one of its members match.
type Fits<'a> = &'a dyn Fn(&Component, &str) -> bool;

impl Nested<'_> {
    /// Moves the ends of a relationship from the nested assembly to its components.
    pub(super) fn relationship(&self, draft: &mut Draft, relationship: &Relationship) -> Result<(), EditError> {
        let name = &relationship.name.text;
        let path = &relationship.name.path;
        for (side, key) in [(Side::Source, "source-capabilities"), (Side::Target, "target-requirements")] {
            let list = texts(relationship, side);
            if !ends(list).contains(&self.part.name.text.as_str()) {
                continue;
            }
            let called = self.called(relationship, side)?;
            for (transition, calls) in [("Create", &relationship.create), ("Cease", &relationship.cease)] {
                for (index, text) in calls.iter().enumerate() {
                    let Some((head, operation)) = self.call(side, text) else { continue };
                    let (source, _) = self.operation(&operation)?;
                    let inner = source.split_once('.').map_or("", |(_, inner)| inner);
                    if head == word(side) && list.len() > 1 && inner != operation {
                        return Err(refused(format!("`{name}` calls `{}` of several components", text.value)));
                    }
                    let new = if head == word(side) { format!("{head}.{inner}") } else { source };
                    draft.replace(&item(draft, &path.key("lifecycle").key(transition), index), &new.into())?;
                }
            }
            for (index, text) in list.iter().enumerate() {
                let Some(port) = self.member(Some(text)) else {
                    if text.value == self.part.name.text {
                        return Err(refused(format!("`{name}` does not specify a capability of `{}`", text.value)));
                    }
                    continue;
                };
                let (part, port) = self.provider(side, &port, called.as_deref())?;
                let mut calls = relationship.create.iter().chain(&relationship.cease);
                let others = calls.any(|text| self.call(side, text).is_none());
                if others && self.inner.part(&self.old_name(&part)).is_some_and(Component::is_multiple) {
                    return Err(refused(format!("`{name}` would be created once for each instance of `{part}`")));
                }
                draft.replace(&item(draft, &path.key(key), index), &format!("{part}.{port}").into())?;
            }
        }
        Ok(())
    }

    /// The operation of the nested assembly called at this end, and the name it is called by.
    fn call(&self, side: Side, text: &Text) -> Option<(SmolStr, SmolStr)> {
        split(text).filter(|(head, _)| head == word(side) || *head == self.part.name.text)
    }

    /// The only component whose operations are called at this end of a relationship, if any are.
    fn called(&self, relationship: &Relationship, side: Side) -> Result<Option<SmolStr>, EditError> {
        let mut called: Option<SmolStr> = None;
        for text in relationship.create.iter().chain(&relationship.cease) {
            let Some((_, operation)) = self.call(side, text) else { continue };
            let (source, which) = self.operation(&operation)?;
            let part = source.split_once('.').map_or(source.as_str(), |(part, _)| part);
            if which.is_some() || called.as_ref().is_some_and(|other| other != part) {
                let why = "calls operations of several components, or of only some instances";
                return Err(refused(format!("`{}` {why}", relationship.name.text)));
            }
            called = Some(part.into());
        }
        Ok(called)
    }

    /// The component that takes an end of a relationship, if the end names the nested assembly only once.
    pub(super) fn only_end(&self, relationship: &Relationship, side: Side) -> Option<SmolStr> {
        let [text] = texts(relationship, side) else { return None };
        let called = self.called(relationship, side).ok()?;
        let (part, _) = self.provider(side, &self.member(Some(text))?, called.as_deref()).ok()?;
        let several = self.inner.part(&self.old_name(&part)).is_some_and(Component::is_multiple);
        (!several).then_some(part)
    }

    fn old_name(&self, new: &str) -> SmolStr {
        self.names.iter().find(|(_, name)| *name == new).map_or(new.into(), |(old, _)| old.clone())
    }

    /// The component that provides the capability or requirement `name` of the nested assembly, and its name there. A
    /// descriptor does not say so: it is the component whose operations are called, or the only possible one.
    fn provider(&self, side: Side, name: &str, called: Option<&str>) -> Result<(SmolStr, SmolStr), EditError> {
        let own = match side {
            Side::Source => &self.inner.capabilities,
            Side::Target => &self.inner.requirements,
        };
        let wanted = own.iter().find(|found| found.name.text == name).and_then(|found| found.type_name.as_ref());
        let mut candidates: Vec<(&Component, SmolStr)> = Vec::new();
        for part in &self.inner.composition {
            let new = self.names.get(&part.name.text);
            if called.is_some_and(|called| new.is_none_or(|new| new != called)) {
                continue;
            }
            let prefix = format!("{}_", part.name.text);
            let of = self.subject.type_of(part).map(|(_, of)| of);
            let offered = of.map_or(&[][..], |of| match side {
                Side::Source => &of.capabilities,
                Side::Target => &of.requirements,
            });
            if offered.is_empty() {
                // The type is unknown, but the name may have the prefix of the component.
                candidates.push((part, name.strip_prefix(&prefix).unwrap_or(name).into()));
            }
            for port in offered
                .iter()
                .filter(|port| port.type_name.as_ref().map(|text| &text.value) == wanted.map(|text| &text.value))
            {
                candidates.push((part, port.name.text.clone()));
            }
        }
        let full = |part: &Component, port: &str| format!("{}_{port}", part.name.text);
        let ways: [Fits<'_>; 3] = [
            &|part, port| full(part, port) == name,
            &|part, port| port == name && !own.iter().any(|other| other.name.text == full(part, port)),
            &|_, _| true,
        ];
        for fits in ways {
            let found: Vec<_> = candidates.iter().filter(|(part, port)| fits(part, port)).collect();
            if let [(part, port)] = found.as_slice() {
                let new = self.names.get(&part.name.text).unwrap_or(&part.name.text);
                return Ok((new.clone(), port.clone()));
            }
        }
        let why = format!("cannot tell which component of `{}` provides `{name}`", self.part.name.text);
        Err(refused(why))
    }
}

/// The word for an end of a relationship.
fn word(side: Side) -> &'static str {
    match side {
        Side::Source => "source",
        Side::Target => "target",
    }
}
