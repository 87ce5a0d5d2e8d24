//! Rules for catalog settings and for comments that ignore findings.

use crate::rules;

rules::list! { rules::Common:
    bad_settings,
    changed_without_version,
    pub unused_ignore
}
