//! Assignability of types.

/// Whether a value of type `given` can be assigned to type `wanted`. Text is assignable to any scalar type, as in
/// intents; a data type is a map.
pub fn fits(given: &str, wanted: &str) -> bool {
    match (class(given), class(wanted)) {
        (Class::Other, Class::Other) => given == wanted,
        (Class::Other, wanted) => wanted == Class::Map,
        (given, Class::Other) => given == Class::Map,
        (Class::Integer, Class::Float) => true,
        (Class::Text, wanted) => !matches!(wanted, Class::List | Class::Map),
        (Class::Integer | Class::Float | Class::Boolean, Class::Text) => true,
        (given, wanted) => given == wanted,
    }
}

/// Whether the type is built in.
pub fn is_built_in(name: &str) -> bool {
    class(name) != Class::Other
}

/// Whether values of this type are text.
pub fn is_text(name: &str) -> bool {
    class(name) == Class::Text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer,
    Float,
    Boolean,
    Text,
    List,
    Map,
    Other,
}

fn class(name: &str) -> Class {
    match name {
        "integer" => Class::Integer,
        "float" => Class::Float,
        "boolean" => Class::Boolean,
        "string" | "timestamp" | "key" | "certificate" => Class::Text,
        "list" => Class::List,
        "map" => Class::Map,
        _ => Class::Other,
    }
}
