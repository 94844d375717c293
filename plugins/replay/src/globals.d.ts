/** What core's types name, or this package uses, and ES2022 does not have; every host has it. */
interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
}
declare class URL {
  constructor(url: string);
  readonly origin: string;
}
