//! All suites in one binary, since linking takes most of the time.

#[cfg(test)]
mod suite {
    mod analysis;
    mod app_layers;
    mod asd;
    mod broken;
    mod check;
    mod cli;
    mod coloring;
    mod conformance;
    mod dependencies;
    mod deployment;
    mod documents;
    mod english;
    mod exclusions;
    mod expansion;
    mod forms;
    mod fuzz;
    mod gestures;
    mod homing;
    mod hostile;
    mod incremental;
    mod installation;
    mod inventories;
    mod kept;
    mod languages;
    mod layers;
    mod limits;
    mod lsp;
    mod manual;
    mod names;
    mod package;
    mod placement;
    mod placement_preview;
    mod program;
    mod rules;
    mod schemas;
    mod serve;
    mod site;
    mod site_build;
    mod site_expansion;
    mod site_feed;
    mod site_pages;
    mod tosca_chapters;
    mod tosca_convert;
    mod tosca_difference;
    mod tosca_invariance;
    mod tosca_published;
    mod tosca_robustness;
    mod tosca_rules;
    mod tosca_values;
    mod unread;
    mod versions;
    mod words;
    mod yaml;
}
