import type { KeyRule } from "../keys/keyRule.js";
import { type KeyFacts, NO_KEY } from "./KeyFacts.js";

/** One open object or array of a JSON scan. Frames are reused: one for each depth. */
export class Frame {
  isArray = false;
  /** The key this object or array is the value of. */
  owner: KeyFacts = NO_KEY;
  /** The key whose value comes next. */
  key: KeyFacts = NO_KEY;
  /** Set in a container of credentials: its leaves are secret. */
  container: KeyRule | undefined = undefined;
  isMessages = false;
  /** Its strings may head the columns of a table. */
  mayHead = false;
  /** How many elements of an array are behind. */
  count = 0;
  /** An array that may be a `[name, value]` tuple, or headers in turn. */
  isNamed = false;
  tupleName: KeyRule | undefined = undefined;
  tupleText = "";
  /** What may name this object's `value`: decided only if it has one. */
  names: string[] = [];
  isPathName = false;
  valueStart = -1;
  /** Where the value ends; -1 while it is open, and -2 when there is none. */
  valueEnd = -2;
  isDataValue = false;
  isOAuth = false;
  codeStart = -1;
  codeEnd = -1;

  /** Makes the frame new, for the value that `parent` has reached. */
  open(isArray: boolean, parent: Frame, container: KeyRule | undefined): void {
    const owner = parent.isArray ? parent.owner : parent.key;
    this.isArray = isArray;
    this.owner = owner;
    this.key = NO_KEY;
    this.container = container;
    // The first of an array, or of all lines.
    const isFirst = parent.count === 0 && (parent.isArray || parent.key === NO_KEY);
    this.mayHead = (isArray && isFirst) || ((isArray || parent.isArray) && owner.isHeading);
    this.isMessages = parent.isMessages || owner.isMessages;
    this.count = 0;
    this.isNamed = isArray && (parent.isArray || owner.isHeaders);
    this.tupleName = undefined;
    if (this.names.length > 0) this.names = [];
    this.isPathName = false;
    this.valueStart = -1;
    this.valueEnd = -2;
    this.isOAuth = false;
    this.codeStart = -1;
  }
}
