//! The type of a value with its constraints and, for lists and maps, the schema of the entries.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::function::Call;
use crate::syntax::Node;
use crate::text::FilePath;
use crate::tosca::types::clause::{Rule, clauses};
use crate::tosca::types::data_type::DataType;
use crate::tosca::types::{TypeName, Types};
use crate::tosca::value::constraint::{Operator, Outcome};
use crate::tosca::value::read::read;

/// A declared type of values. Names are resolved on first use, because data types can contain themselves.
#[derive(Debug, Default)]
pub(in crate::tosca) struct Schema<'a> {
    pub(in crate::tosca) type_name: Option<TypeName<'a>>,
    /// The nodes of `constraints`, those of ancestors first.
    pub(in crate::tosca) constraints: Vec<(&'a FilePath, &'a Node)>,
    pub(in crate::tosca) entry: Option<Rc<Schema<'a>>>,
    pub(in crate::tosca) key: Option<Rc<Schema<'a>>>,
    resolved: OnceCell<Resolved<'a>>,
}

#[derive(Debug)]
struct Resolved<'a> {
    data_type: Option<Rc<DataType<'a>>>,
    rules: Vec<Rule<'a>>,
}

impl<'a> Schema<'a> {
    /// The schema in a definition, refining an inherited one: constraints add up, the rest is replaced (D-41).
    pub(in crate::tosca) fn refined(base: Option<&Schema<'a>>, file: &'a FilePath, node: &'a Node) -> Self {
        let entries = |key: &str| node.get(key).and_then(|entry| entry_schema(file, entry)).map(Rc::new);
        let own = node.get("constraints").map(|node| (file, node));
        Schema {
            type_name: type_name(node).map(|name| TypeName { file, name }).or(base.and_then(|base| base.type_name)),
            constraints: base.map_or(&[][..], |base| &base.constraints).iter().copied().chain(own).collect(),
            entry: entries("entry_schema").or_else(|| base?.entry.clone()),
            key: entries("key_schema").or_else(|| base?.key.clone()),
            resolved: OnceCell::new(),
        }
    }

    /// A type without constraints.
    pub(in crate::tosca) fn named(type_name: TypeName<'a>) -> Self {
        Schema { type_name: Some(type_name), ..Schema::default() }
    }

    fn resolve(&self, types: &Types<'a>) -> &Resolved<'a> {
        self.resolved.get_or_init(|| {
            let data_type = self.type_name.map(|name| types.data_type(name));
            let known = data_type.as_ref().filter(|found| found.is_known());
            let primitive = known.and_then(|found| found.primitive);
            let all = self.constraints.iter().filter(|_| known.is_some());
            let rules = all.flat_map(|(file, node)| clauses(node).into_iter().map(move |clause| (*file, clause)));
            let rules = rules.filter_map(|(file, clause)| clause.rule(primitive, file)).collect();
            Resolved { data_type, rules }
        })
    }

    /// The data type; `None` if none is declared.
    pub(in crate::tosca) fn data_type(&self, types: &Types<'a>) -> Option<&Rc<DataType<'a>>> {
        self.resolve(types).data_type.as_ref()
    }

    /// The constraints of the definition, those of ancestors first. The data type has its own.
    pub(in crate::tosca) fn rules(&self, types: &Types<'a>) -> &[Rule<'a>] {
        &self.resolve(types).rules
    }

    /// The only scalars that are allowed, if a `valid_values` lists them and nothing else excludes them.
    pub(in crate::tosca) fn choices(&self, types: &Types<'a>) -> Vec<&'a Node> {
        let Some(data_type) = self.data_type(types) else { return Vec::new() };
        let of_type = data_type.chain.iter().filter_map(|of| of.node.get("constraints"));
        let mut all = of_type.chain(self.constraints.iter().map(|(_, node)| *node)).flat_map(clauses);
        let listed = all.find(|clause| clause.operator == Some(Operator::ValidValues));
        let listed = listed.map_or(&[][..], |clause| clause.operand.items()).iter();
        listed.filter(|node| self.admits(node, types)).collect()
    }

    /// Whether a scalar has the type and meets all constraints.
    pub(in crate::tosca) fn admits(&self, node: &Node, types: &Types<'a>) -> bool {
        let Some((of, primitive)) = self.data_type(types).and_then(|of| Some((of, of.primitive?))) else {
            return false;
        };
        let mut rules = of.rules.iter().chain(self.rules(types));
        node.as_scalar().is_some()
            && read(node, primitive)
                .is_ok_and(|reading| rules.all(|rule| rule.condition.check(&reading.value) == Outcome::Met))
    }

    /// The schema of entries: declared here, or by the data type.
    pub(in crate::tosca) fn entry_schema(&self, types: &Types<'a>) -> Option<Rc<Schema<'a>>> {
        self.entry.clone().or_else(|| self.data_type(types)?.entry.clone())
    }

    /// The function call in place of a value. A field of the data type can have the name of a function, such as `token`.
    pub(in crate::tosca) fn call(&self, node: &'a Node, types: &Types<'a>) -> Option<Call<'a>> {
        let call = Call::of(node)?;
        let fields = self.data_type(types).map(|of| &of.fields);
        let is_field = fields.is_some_and(|fields| fields.contains_key(call.function.name()));
        (!is_field || call.argument().as_sequence().is_some()).then_some(call)
    }

    pub(in crate::tosca) fn key_schema(&self, types: &Types<'a>) -> Option<Rc<Schema<'a>>> {
        self.key.clone().or_else(|| self.data_type(types)?.key.clone())
    }
}

pub(in crate::tosca) fn type_name(node: &Node) -> Option<&str> {
    node.get("type").filter(|name| !name.is_null()).and_then(Node::as_text)
}

/// A type name alone, or a mapping with the type and its constraints.
pub(in crate::tosca) fn entry_schema<'a>(file: &'a FilePath, node: &'a Node) -> Option<Schema<'a>> {
    match node.as_text().filter(|_| !node.is_null()) {
        Some(name) => Some(Schema::named(TypeName { file, name })),
        None => node.as_mapping().map(|_| Schema::refined(None, file, node)),
    }
}
