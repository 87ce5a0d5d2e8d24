//! The question that a preview answers, and the form to ask it.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::sorted_map::SortedMap;
use crate::text::FilePath;

/// Named values.
pub type Values = SortedMap<String, Value>;

/// A question about a descriptor.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Question {
    /// If absent, the first intent of the form.
    pub intent: Option<Intent>,
    /// The settings of the form.
    pub settings: Values,
    /// The inputs of the descriptor.
    pub inputs: Values,
}

/// A request to an orchestrator.
#[derive(Clone, PartialEq, Debug)]
pub struct Intent {
    /// The machine-readable name: `scale-out`.
    pub name: SmolStr,
    /// The values of its parameters. Files are given by path.
    pub parameters: Values,
}

/// The questions that can be asked about a descriptor.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Form {
    pub intents: Vec<IntentForm>,
    /// Parameters of every intent.
    pub settings: Vec<Parameter>,
}

/// A possible intent. The choices of a parameter may depend on the parameters before it.
#[derive(Clone, PartialEq, Debug)]
pub struct IntentForm {
    pub name: SmolStr,
    pub parameters: Vec<Parameter>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    pub name: SmolStr,
    pub field: Field,
}

/// The field of a form for a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Field {
    /// One of these words. The first is selected initially.
    Choice(Vec<String>),
    /// One of these files, with the words shown for them. The first is selected initially.
    File(Vec<(String, FilePath)>),
    /// One of these words, or the default. An empty default means all of them.
    Option { words: Vec<String>, default: &'static str },
    /// A whole number.
    Number,
    /// A text, with its default as far as it is known.
    Text { default: String },
    /// No field: the value comes from an inputs file or the command line.
    None,
}

impl Question {
    /// The value of a parameter of the intent.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.intent.as_ref()?.parameters.get(name)
    }

    /// The text of a parameter of the intent.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.parameter(name)?.as_str()
    }

    /// The text of a setting.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.get(name)?.as_str()
    }
}

impl Form {
    /// The form of the intent in a question.
    pub fn asked<'f>(&'f self, question: &Question) -> Option<&'f IntentForm> {
        match &question.intent {
            Some(intent) => self.intents.iter().find(|form| form.name == intent.name),
            None => self.intents.first(),
        }
    }

    /// The intent with this name and the initial values of its parameters.
    pub fn intent(&self, name: &str) -> Option<Intent> {
        let form = self.intents.iter().find(|form| form.name == name)?;
        let initial = |parameter: &Parameter| {
            let value = match &parameter.field {
                Field::Choice(words) => words.first()?.clone(),
                Field::File(files) => files.first()?.1.to_string(),
                Field::Option { .. } | Field::Number | Field::Text { .. } | Field::None => return None,
            };
            Some((parameter.name.to_string(), Value::from(value)))
        };
        let parameters = form.parameters.iter().filter_map(initial).collect();
        Some(Intent { name: form.name.clone(), parameters })
    }
}

impl Intent {
    /// Sets a parameter of `form`. The values of later parameters may depend on it and are dropped, except those
    /// without a field.
    pub fn with(mut self, form: &IntentForm, name: &str, value: Option<Value>) -> Self {
        let after = form.parameters.iter().skip_while(|parameter| parameter.name != name).skip(1);
        for parameter in after.filter(|parameter| parameter.field != Field::None) {
            self.parameters.remove(parameter.name.as_str());
        }
        match value {
            Some(value) => self.parameters.insert(name.to_owned(), value),
            None => self.parameters.remove(name),
        };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        let parameter = |name: &str, field| Parameter { name: name.into(), field };
        let words = ["a", "b"].map(str::to_owned).to_vec();
        let parameters = vec![
            parameter("cluster", Field::Choice(words)),
            parameter("nodes", Field::Number),
            parameter("hidden", Field::None),
        ];
        let plain = IntentForm { name: "install".into(), parameters: Vec::new() };
        Form { intents: vec![plain, IntentForm { name: "scale".into(), parameters }], settings: Vec::new() }
    }

    #[test]
    fn an_intent_begins_with_the_first_choices() {
        let intent = form().intent("scale").expect("an intent");
        assert_eq!(intent.parameters, SortedMap::from([("cluster".to_owned(), Value::from("a"))]));
        assert_eq!(form().intent("other"), None);
    }

    #[test]
    fn another_value_drops_those_that_depend_on_it() {
        let form = form();
        let intent = form.intent("scale").expect("an intent");
        let fields = form.asked(&Question { intent: Some(intent.clone()), ..Question::default() }).expect("its form");
        let intent = intent.with(fields, "nodes", Some(Value::from(3))).with(fields, "hidden", Some(Value::from(1)));
        assert_eq!(intent.parameters.len(), 3);
        let names: Vec<String> =
            intent.with(fields, "cluster", Some(Value::from("b"))).parameters.into_keys().collect();
        assert_eq!(names, ["cluster", "hidden"]);
    }

    #[test]
    fn a_question_without_an_intent_asks_for_the_first() {
        assert_eq!(form().asked(&Question::default()).map(|form| form.name.as_str()), Some("install"));
    }
}
