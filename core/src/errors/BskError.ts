export interface ErrorDetails {
  readonly [name: string]: unknown;
}

export interface BskErrorOptions {
  readonly hint?: string;
  readonly exitCode: number;
  readonly data?: ErrorDetails;
  readonly cause?: unknown;
}

/** What any layer throws: what happened to which thing, and what to do next. */
export class BskError extends Error {
  override readonly name = "BskError";
  readonly code: string;
  readonly hint: string | undefined;
  /** 1 user, 2 transport, 3 browser or CDP, 4 timeout or busy, 5 version skew, 6 budget exceeded. */
  readonly exitCode: number;
  readonly data: ErrorDetails | undefined;

  constructor(code: string, message: string, options: BskErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode;
    this.data = options.data;
  }
}
