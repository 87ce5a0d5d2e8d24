/** The style sheet as a text. */
declare const style: string;
export default style;
