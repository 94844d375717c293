/** What core's types name, or this package uses, and ES2022 does not have; every host has it. */
interface AbortSignal {
  readonly aborted: boolean;
}
declare class AbortController {
  readonly signal: AbortSignal;
}
declare class URL {
  constructor(url: string);
  readonly origin: string;
}
