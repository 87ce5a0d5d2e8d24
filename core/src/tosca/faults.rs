//! Faults of values, constraints, data types and functions in a service template, found in one pass over the file. The
//! rules report them; each kind of fault belongs to one rule.

mod address;
mod assign;
mod calls;
mod cycles;
mod define;
mod normative;
mod substitution;
mod value;
mod workflow;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::diagnostic::{Safety, Severity};
use crate::similarity::MAX_CANDIDATES;
use crate::syntax::Node;
use crate::text::{FilePath, Span};
use crate::tosca::entity::{Entities, Entity};
use crate::tosca::scope::Scope;
use crate::tosca::types::members::Properties;

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    WrongType,
    OldBoolean,
    BadVersion,
    BadRange,
    BadUnit,
    UnitSpelling,
    UnquotedString,
    NullValue,
    MixedList,
    NumericKey,
    ConstraintViolated,
    UnorderedVersions,
    ConstraintAsValue,
    MalformedJson,
    IncompletePort,
    EndBeforeStart,
    UnknownProperty,
    RequiredUnset,
    Discouraged,
    ClashingAttribute,
    YamlTypeName,
    AbstractType,
    MisplacedEntrySchema,
    MisplacedSchema,
    BadOperand,
    NotApplicable,
    OperandType,
    Unsatisfiable,
    WidenedRange,
    UncheckedPattern,
    MalformedSchema,
    EmptyDataType,
    FieldsOfPrimitive,
    EndlessDataType,
    CyclicValue,
    NoHost,
    WrongResult,
    TokenIndex,
    AttributeAsProperty,
    NoSuchEntry,
    AmbiguousMember,
    NoSuchOperation,
    NotImplemented,
    NoNodes,
    NoSuchArtifact,
    NoValue,
    LaterOutput,
    RunTimeCycle,
    NetworkAlias,
    UnmappedProperty,
    UnfedInput,
    IncompatibleMapping,
    UnknownAttribute,
    UnknownCall,
    UnknownInput,
    MissingInput,
    UnknownDelegate,
    OutsideLimits,
    SetByOrchestrator,
    StorageSize,
    UnfitNetwork,
    PortOrder,
    ConfiguredDependency,
    UnknownSource,
    BadAddress,
    LiteralSecret,
    UnimplementedCall,
    UnavailableInput,
    UnsetPort,
}

/// A fault, ready to be reported.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
    /// Another location, with its description.
    pub related: Option<(FilePath, Span, &'static str)>,
    /// The text that replaces a span, and whether that is safe.
    pub replacement: Option<(Span, String, Safety)>,
    /// The name that is unknown, with those that may be meant.
    pub unknown: Option<(SmolStr, Vec<SmolStr>)>,
    /// If it differs from that of the rule.
    pub severity: Option<Severity>,
}

impl Fault {
    fn new(kind: FaultKind, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Fault { kind, span, message, help: None, related: None, replacement: None, unknown: None, severity: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn related(mut self, file: &FilePath, span: Span, message: &'static str) -> Self {
        self.related = Some((file.clone(), span, message));
        self
    }

    fn replace(mut self, span: Span, text: impl Into<String>, safety: Safety) -> Self {
        self.replacement = Some((span, text.into(), safety));
        self
    }

    fn unknown<'n>(mut self, name: &str, known: impl IntoIterator<Item = &'n &'n str>) -> Self {
        self.unknown = Some((name.into(), known.into_iter().map(|name| SmolStr::from(*name)).collect()));
        self
    }

    fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }
}

/// The faults in a file, in the order in which they are found.
pub fn faults<'a>(context: FileContext<'a>, scope: Rc<Scope<'a>>) -> Vec<Fault> {
    let Some(root) = &context.file.root else { return Vec::new() };
    let entities = Entities::of(context, scope);
    let inputs = assign::inputs(root, &context.file.path);
    let strict = context.settings.strict;
    let checker = Checker { entities, root, inputs, strict, found: RefCell::default(), n_known: Cell::default() };
    checker.metadata();
    checker.definitions();
    checker.topology();
    checker.ports();
    checker.workflows();
    checker.workflow_inputs_of_operations();
    checker.substitution();
    checker.cycles();
    checker.run_time_cycles();
    checker.found.into_inner()
}

/// Finds the faults in one file.
struct Checker<'a> {
    entities: Entities<'a>,
    root: &'a Node,
    /// The inputs of the topology and of its workflows.
    inputs: Properties<'a>,
    strict: bool,
    found: RefCell<Vec<Fault>>,
    /// The number of names that may be meant, in all faults.
    n_known: Cell<usize>,
}

/// A value that is checked, with its name for messages: `property `ports.http``.
struct CheckedValue<'p, 'a> {
    noun: &'static str,
    segment: Segment<'p>,
    parent: Option<&'p CheckedValue<'p, 'a>>,
    /// The location for a value without text.
    span: Span,
    /// The entity that the value belongs to.
    entity: &'p Entity<'a>,
    /// The operation that reads the value.
    operation: Option<&'p str>,
}

#[derive(Clone, Copy)]
enum Segment<'p> {
    Key(&'p str),
    Index(usize),
}

impl<'p, 'a> CheckedValue<'p, 'a> {
    fn root(noun: &'static str, name: &'p str, span: Span, entity: &'p Entity<'a>) -> Self {
        CheckedValue { noun, segment: Segment::Key(name), parent: None, span, entity, operation: None }
    }

    fn key(&'p self, name: &'p str, span: Span) -> CheckedValue<'p, 'a> {
        CheckedValue { segment: Segment::Key(name), parent: Some(self), span, ..*self }
    }

    fn index(&'p self, index: usize, span: Span) -> CheckedValue<'p, 'a> {
        CheckedValue { segment: Segment::Index(index), parent: Some(self), span, ..*self }
    }

    /// The noun with the path in backticks.
    fn named(&self) -> String {
        let mut path = String::new();
        self.write(&mut path);
        format!("{} `{path}`", self.noun)
    }

    fn write(&self, path: &mut String) {
        if let Some(parent) = self.parent {
            parent.write(path);
        }
        match self.segment {
            Segment::Key(name) => {
                if self.parent.is_some() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Segment::Index(index) => path.push_str(&format!("[{index}]")),
        }
    }

    /// The location of a value, or of its key if it has no text.
    fn span_of(&self, node: &Node) -> Span {
        if node.span.is_empty() { self.span } else { node.span }
    }
}

impl Checker<'_> {
    /// The severity of a fault that is an error only by the letter of the specification.
    fn lenient(&self) -> Severity {
        if self.strict { Severity::Error } else { Severity::Warning }
    }

    fn add(&self, mut fault: Fault) {
        if let Some((_, known)) = &mut fault.unknown {
            let n_known = self.n_known.get() + known.len();
            if n_known > MAX_CANDIDATES {
                *known = Vec::new();
            } else {
                self.n_known.set(n_known);
            }
        }
        self.found.borrow_mut().push(fault);
    }
}
