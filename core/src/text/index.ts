export { absentField } from "./absentField.js";
export { counted, milliseconds } from "./amounts.js";
export { gapLines } from "./gapLines.js";
export { partToRead } from "./partToRead.js";
export { cutEnd, cutMiddle, shortId } from "./shorten.js";
export { type Align, table } from "./table.js";
