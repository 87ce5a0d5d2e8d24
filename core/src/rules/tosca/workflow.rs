//! Rules for the graphs of imperative workflows.

use crate::rules;
use crate::rules::tosca::Tosca;

rules::list! { Tosca:
    cyclic_steps,
    no_such_step,
    no_such_workflow,
    recursive_inline,
    unreachable_step,
}
