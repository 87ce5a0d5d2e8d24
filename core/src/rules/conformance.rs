//! The numbered rules that were drawn from the specifications of assembly and resource descriptors, each with the codes
//! under which it is checked. What checks a number is written with the rule; here stands only what no rule does. The
//! rules of the other languages have no numbers: see [`tables`].

pub mod tables;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::assembly::expansion::codes;
use crate::rules;

/// A numbered rule: either some codes check it, or there is a reason why nothing does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// `AD-NAME-01`, `RD-05`.
    pub number: &'static str,
    /// What holds where the rule is kept, in a line of Markdown without a period.
    pub title: &'static str,
    pub codes: Vec<&'static str>,
    pub reason: Option<&'static str>,
    /// The tests that show it: each a file of cases, and the heading of the case in it.
    pub cases: Vec<(&'static str, &'static str)>,
}

/// Every numbered rule, in the order of the sections that they are about.
pub fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| gathered().collect());
    &ROWS
}

fn gathered() -> impl Iterator<Item = Row> {
    let shown = shown();
    NUMBERED.iter().map(move |(number, title)| {
        let of_rules = rules::all().filter(|rule| rule.sources.contains(number)).map(|rule| rule.code);
        let of_expansion = EXPANSION.iter().filter(|(of, _)| of == number).map(|(_, code)| *code);
        let reason = LEFT_OUT.iter().find(|(of, _)| of == number).map(|(_, reason)| *reason);
        let cases = shown.get(number).cloned().unwrap_or_default();
        Row { number, title, codes: of_rules.chain(of_expansion).collect(), reason, cases }
    })
}

/// The cases by what they show: a number, the key of a table, or a code.
fn shown() -> HashMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut shown: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    for line in CASES.lines() {
        let Some((what, case)) = line.split_once(' ') else { continue };
        shown.entry(what).or_default().extend(case.split_once(": "));
    }
    shown
}

/// Which case of which suite shows what, as the tests find them.
static CASES: &str = include_str!("conformance.txt");

/// What can be told only of an intent, when it is expanded.
static EXPANSION: &[(&str, &str)] = &[
    ("AD-INT-01", codes::BAD_INTENT),
    ("AD-INT-02", codes::BAD_INTENT),
    ("AD-INT-03", codes::BAD_INTENT),
    ("AD-INT-04", codes::UNKNOWN_INPUT),
    ("AD-INT-05", codes::IGNORED_INPUT),
    ("AD-INT-06", codes::IGNORED_INPUT),
    ("AD-INT-07", codes::REQUIRED_UNSET),
    ("AD-INT-08", codes::BAD_INPUT),
];

/// What is not checked, and why.
static LEFT_OUT: &[(&str, &str)] = &[
    (
        "AD-NAME-15",
        "A convention for catalogs that several companies share. Most names do not follow it and are none the worse, so \
         that the remark would stand in nearly every file.",
    ),
    (
        "AD-PROP-09",
        "A property without a type is a string, which is documented, and most properties are written so. There is nothing \
         to mend.",
    ),
];

static NUMBERED: &[(&str, &str)] = &[
    ("AD-DOC-01", "A file holds one document, and that is a mapping"),
    ("AD-DOC-02", "No key stands twice in a mapping"),
    ("AD-DOC-03", "The sections of a descriptor are those of the tables"),
    ("AD-DOC-04", "What looks like a property stands under `properties`"),
    ("AD-DOC-05", "An assembly has the section `properties`"),
    ("AD-DOC-06", "An assembly has the section `composition`"),
    ("AD-DOC-07", "A description is text"),
    ("AD-DOC-08", "A blank stands behind the colon of a key"),
    ("AD-DOC-09", "Quotes are the straight ones of YAML"),
    ("AD-DOC-10", "Comments begin with `#`, not with `//`"),
    ("AD-DOC-11", "No dots stand in for what was left out"),
    ("AD-DOC-12", "No invisible characters stand in the text"),
    ("AD-DOC-13", "Attributes are spelled as in the tables"),
    ("AD-NAME-01", "A descriptor name has three parts joined by `::`"),
    ("AD-NAME-02", "The first part is `assembly` or `resource`"),
    ("AD-NAME-03", "The name begins with a letter"),
    ("AD-NAME-04", "The name ends with a letter or digit"),
    ("AD-NAME-05", "The name has letters, digits, `_`, `-` and `.` only"),
    ("AD-NAME-06", "The name has no two separators in a row"),
    ("AD-NAME-07", "No blanks stand in a full name"),
    ("AD-NAME-08", "The name has at most 50 characters"),
    ("AD-NAME-09", "A version is numbers parted by single periods"),
    ("AD-NAME-10", "Name and version are there"),
    ("AD-NAME-11", "In a package the project can give the name"),
    ("AD-NAME-12", "A name that is there agrees with the project"),
    ("AD-NAME-13", "A full name is defined once in a catalog"),
    ("AD-NAME-14", "What has changed has another version"),
    ("AD-NAME-15", "A name begins with that of the company"),
    ("AD-PROP-01", "A section defines each property once"),
    ("AD-PROP-02", "The name of a property has no blanks"),
    ("AD-PROP-03", "The name of a property has a letter or digit"),
    ("AD-PROP-04", "The name of a property has no periods"),
    ("AD-PROP-05", "The name of a property is plain text"),
    ("AD-PROP-06", "The definition of a property is a mapping"),
    ("AD-PROP-07", "The attributes of a property are those of the table"),
    ("AD-PROP-08", "The type of a property exists"),
    ("AD-PROP-09", "A property says its type"),
    ("AD-PROP-10", "`required` is true or false"),
    ("AD-PROP-11", "No default stands beside a fixed value"),
    ("AD-PROP-12", "What is read-only is not required"),
    ("AD-PROP-13", "Nothing is mapped onto a read-only property"),
    ("AD-PROP-14", "`read-only` is spelled with a hyphen"),
    ("AD-PROP-15", "What is volatile is neither read-only nor fixed"),
    ("AD-PROP-16", "What feeds a volatile property is volatile too"),
    ("AD-PROP-17", "A component is given what its type requires"),
    ("AD-PROP-18", "A required property is not null"),
    ("AD-PROP-19", "A component does not override a fixed value"),
    ("AD-PROP-20", "A property that reads a component is read-only"),
    ("AD-PROP-21", "A property that refers to itself is handed through"),
    ("AD-PROP-22", "A resource does not declare its placement"),
    ("AD-PROP-23", "The resource manager is Brent"),
    ("AD-PROP-24", "A component says where it is placed"),
    ("AD-PROP-25", "A component is given only what its type declares"),
    ("AD-PROP-26", "A property of an assembly is used"),
    ("AD-TYPE-01", "A value is of the declared type"),
    ("AD-TYPE-02", "A timestamp is a date and time with a zone"),
    ("AD-TYPE-03", "A list is written as a list, a map as a mapping"),
    ("AD-TYPE-04", "An entry schema belongs to a list or map"),
    ("AD-TYPE-05", "`entry-schema` is spelled with a hyphen"),
    ("AD-TYPE-06", "A default stands beside the entry schema, not in it"),
    ("AD-TYPE-07", "Entries are of the type of the entry schema"),
    ("AD-TYPE-08", "A map is not written as a list of single entries"),
    ("AD-TYPE-09", "A key is given by its name, never by itself"),
    ("AD-REF-01", "A reference is written `${name.name}`"),
    ("AD-REF-02", "A reference of one name leads to a property of the descriptor"),
    ("AD-REF-03", "A reference of two names leads to a component or reference"),
    ("AD-REF-04", "The component has the property that is read"),
    ("AD-REF-05", "A name stands for one thing only"),
    ("AD-REF-06", "An instance has `name`, `id` and `index`"),
    ("AD-REF-07", "A path leads into a structured value"),
    ("AD-REF-08", "An index lies within the list"),
    ("AD-REF-09", "`item` stands in a component with items"),
    ("AD-REF-10", "Every item has the key that is read"),
    ("AD-REF-11", "`source` and `target` stand in the properties of a relationship"),
    ("AD-REF-12", "Values do not make up each other"),
    ("AD-REF-13", "A reference within text gives text"),
    ("AD-REF-14", "What is read has the type of what takes it"),
    ("AD-REF-15", "What several instances have feeds no single value"),
    ("AD-REF-16", "References stand where they are read"),
    ("AD-REF-17", "References in braces are quoted"),
    ("AD-OPS-01", "A promoted operation says which operation it is"),
    ("AD-OPS-02", "The operation is promoted from a component"),
    ("AD-OPS-03", "The component has the promoted operation"),
    ("AD-OPS-04", "A promotion leads down to a resource"),
    ("AD-OPS-05", "`multiple-instances` is `every`, `any` or `first`"),
    ("AD-OPS-06", "A group made from a map has no first instance"),
    ("AD-OPS-07", "`multiple-instances` needs several instances"),
    ("AD-OPS-08", "The name of an operation can be addressed"),
    ("AD-COMP-00", "The body of a component is a mapping"),
    ("AD-COMP-01", "The name of a component can be addressed"),
    ("AD-COMP-02", "Components and references have different names"),
    ("AD-COMP-03", "A component has a type"),
    ("AD-COMP-04", "The type is the full name of a descriptor"),
    ("AD-COMP-05", "The catalog has the type"),
    ("AD-COMP-06", "A component has the section `properties`"),
    ("AD-COMP-07", "The attributes of a component are those of the table"),
    ("AD-COMP-08", "An assembly does not contain itself"),
    ("AD-QTY-01", "A quantity is a whole number from 1"),
    ("AD-QTY-02", "A cluster has no quantity beside it"),
    ("AD-QTY-03", "A quantity that is read is a number"),
    ("AD-CLU-01", "The attributes of a cluster are those of the table"),
    ("AD-CLU-02", "A cluster begins within its bounds"),
    ("AD-CLU-03", "The minimum is not above the maximum"),
    ("AD-CLU-04", "A step of scaling is at least 1"),
    ("AD-CLU-05", "The bounds of a cluster leave room to scale"),
    ("AD-ITEM-01", "`items` is one property of the assembly"),
    ("AD-ITEM-02", "`items` leads to a list or map"),
    ("AD-ITEM-03", "`items` stands without a quantity or cluster"),
    ("AD-ITEM-04", "A map keeps the names of instances, a list does not"),
    ("AD-ITEM-05", "The keys of the items can be parts of names"),
    ("AD-DYN-01", "A `dynamicType` is an expression that can be read"),
    ("AD-DYN-02", "The expression reads properties of its component"),
    ("AD-DYN-03", "The expression yields names of descriptors"),
    ("AD-DYN-04", "The instances of a cluster have one type"),
    ("AD-DYN-05", "`resolveVersion` is given a range with a bound"),
    ("AD-DYN-06", "The catalog has a version in the range"),
    ("AD-UPG-01", "`upgrade-dependencies` lists components"),
    ("AD-UPG-02", "A dependency can be upgraded"),
    ("AD-UPG-03", "Upgrades do not wait for each other"),
    ("AD-UPG-04", "Values do not flow against the order of upgrades"),
    ("AD-RFS-01", "The name of a reference can be addressed"),
    ("AD-RFS-02", "A reference has a type, a full name"),
    ("AD-RFS-03", "A reference says where it is searched"),
    ("AD-RFS-04", "The version of a reference is exact or `^` and a version"),
    ("AD-RFS-05", "A reference has something to be recognized by"),
    ("AD-RFS-06", "A resource that is referred to is not installed"),
    ("AD-RFS-07", "A reference has no attributes of instances"),
    ("AD-RFS-08", "A reference is found without the components"),
    ("AD-RFS-09", "A reference is used"),
    ("AD-REL-01", "The name of a relationship can be addressed"),
    ("AD-REL-02", "A relationship has sources, in a list"),
    ("AD-REL-03", "A source is written `component.capability`"),
    ("AD-REL-04", "The source exists"),
    ("AD-REL-05", "The source has the capability"),
    ("AD-REL-06", "The target is a component"),
    ("AD-REL-07", "The target has the requirement"),
    ("AD-REL-08", "The capability is of the type that the requirement needs"),
    ("AD-REL-09", "The state of the source is one of four"),
    ("AD-REL-10", "The state of the target is one of four"),
    ("AD-REL-11", "The modifier of the source is `pre` or `post`"),
    ("AD-REL-12", "The modifier of the target is `pre` or `post`"),
    ("AD-REL-13", "A relationship calls something"),
    ("AD-REL-14", "Operations are called at `Create` and `Cease`"),
    ("AD-REL-15", "A call is written `source.operation` or `target.operation`"),
    ("AD-REL-16", "The end has the operation that is called"),
    ("AD-REL-17", "In TNC-O one operation is called"),
    ("AD-REL-18", "An operation is given what it requires"),
    ("AD-REL-19", "A property of a relationship is taken by an operation"),
    ("AD-REL-20", "What is created is ceased"),
    ("AD-REL-21", "A component is not related to itself"),
    ("AD-REL-22", "Nothing waits for itself"),
    ("AD-REL-23", "The attributes of a relationship are those of the table"),
    ("AD-DT-01", "The name of a data type can be addressed and is free"),
    ("AD-DT-02", "A data type is derived from one that exists"),
    ("AD-DT-03", "Data types are not derived from each other"),
    ("AD-DT-04", "A data type has members"),
    ("AD-DT-05", "Members have types that exist and come to an end"),
    ("AD-DT-06", "A member that is inherited keeps its type"),
    ("AD-DT-07", "A value has the members of its data type"),
    ("AD-DT-08", "A data type is used"),
    ("AD-CAP-01", "The name of a capability or requirement can be addressed"),
    ("AD-CAP-02", "A capability or requirement has a type"),
    ("AD-CAP-03", "A requirement of a component is met"),
    ("AD-MET-01", "A metric is of a type that policies know"),
    ("AD-MET-02", "A publication period is a number of seconds"),
    ("AD-MET-03", "`publication-period` is spelled with a hyphen"),
    ("AD-MET-04", "The source of a metric exists"),
    ("AD-MET-05", "A promoted metric is a load"),
    ("AD-MET-06", "A metric of an assembly comes from a component"),
    ("AD-POL-01", "A policy is of a type that fits the descriptor"),
    ("AD-POL-02", "A policy watches a metric of the right type"),
    ("AD-POL-03", "A scaling policy has a cluster as its target"),
    ("AD-POL-04", "A scaling policy has its three properties"),
    ("AD-POL-05", "Thresholds are percentages in their order"),
    ("AD-POL-06", "Smoothing is a whole number from 1"),
    ("AD-INT-01", "The name of an assembly instance can be used"),
    ("AD-INT-02", "An intent is for an assembly of the catalog"),
    ("AD-INT-03", "The intended state can be asked for"),
    ("AD-INT-04", "An intent sets only what the descriptor declares"),
    ("AD-INT-05", "An intent sets nothing that is read-only"),
    ("AD-INT-06", "An intent sets nothing that is fixed"),
    ("AD-INT-07", "An intent sets what is required"),
    ("AD-INT-08", "A value of an intent fits the type of the property"),
    ("RD-01", "The sections of a resource are those of the table"),
    ("RD-02", "A lifecycle has known transitions, as keys"),
    ("RD-03", "A lifecycle has `Create`"),
    ("RD-04", "A driver says for which infrastructure it is"),
    ("RD-05", "Entries of `infrastructure` are empty"),
    ("RD-06", "Operations are mappings with names"),
    ("RD-07", "A healing policy watches a metric of integrity"),
    ("RD-08", "A resource refers to its own properties only"),
    ("RD-09", "What is volatile can be reconfigured"),
    ("RD-10", "A publication period is a number of seconds"),
    ("RD-11", "A property is either public or private"),
    ("RD-12", "A resource has no parts"),
    ("RD-13", "An assembly knows nothing of private properties"),
    ("RD-14", "A resource that is only referred to is not installed"),
];
