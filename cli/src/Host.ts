/** What a long-running call says on its way. The text is foreign. */
export interface ProgressNote {
  readonly done?: number;
  readonly total?: number;
  readonly text?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (note: ProgressNote) => void;
}

export interface DaemonFacts {
  readonly pid: number;
  /** Of the extension's socket. */
  readonly port: number;
  readonly version: string;
  readonly build: string;
}

/** The daemon as a command sees it. Throws BskError. */
export interface DaemonConnection {
  /** What the person should know about the daemon that answers. */
  readonly warnings: readonly string[];
  /** Who answers. */
  readonly identity?: DaemonFacts | undefined;
  call(method: string, params: object, options?: CallOptions): Promise<unknown>;
  close(): void;
}

export interface OpenOptions {
  /** False: `daemon_not_running` instead of a new daemon. */
  readonly startIfMissing: boolean;
  /** True: also a daemon of another protocol, to stop it or ask its status. */
  readonly anyProtocol?: boolean;
  /** TCP port for the extension, of a daemon that is started here. */
  readonly port?: number;
}

/**
 * All that a command may know and touch of the process it runs in. Commands name neither `process` nor
 * `console`, so that the daemon can run them for a client in another folder.
 */
export interface Host {
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  /** Whether a person watches stderr: progress is shown only then. */
  readonly isTTY: boolean;
  /** Whether a person reads stdout, and no file or program. */
  readonly printsToTTY: boolean;
  readonly columns: number;
  /** The folder of bsk's state; it need not exist. */
  readonly home: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  out(text: string): void;
  err(text: string): void;
  /** Resolves once the reader has taken most of what was printed, or will take nothing more. */
  drained(): Promise<void>;
  openDaemon(options: OpenOptions): Promise<DaemonConnection>;
}
