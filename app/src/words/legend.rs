//! The legend of the diagram.

use super::words;

words! {
    legend: "Legend", "Legende";
    show_or_hide: "Show or hide the legend", "Legende ein- oder ausblenden";
    shown: "Legend shown", "Legende eingeblendet";
    hidden: "Legend hidden", "Legende ausgeblendet";
    value: "value", "Wert";
    joint: "branch of connections", "Verzweigung von Verbindungen";
    missing: "required and not connected", "erforderlich und nicht verbunden";
    unset: "required and not set", "erforderlich und nicht gesetzt";
    instances: "number of instances", "Anzahl der Instanzen";
    each: "one instance per item of a list", "eine Instanz je Eintrag einer Liste";
    some: "instances shown of all", "gezeigte von allen Instanzen";
    directives: "directives and number of instances", "Direktiven und Anzahl der Instanzen";
    stage: "deployment stage", "Deployment-Stufe";
    order_of_deployment: "order of deployment", "Reihenfolge des Deployments";
    hidden_boxes: "collapsed boxes", "zugeklappte Elemente";
    expands: "can be expanded", "lässt sich aufklappen";
}
