import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping.js";
import type { BodyText, EvidenceRecord, RecordKind } from "./records.js";
import type { Redacted } from "./redacted.js";

type Commands = ProtocolMapping.Commands;
export type CdpMethod = keyof Commands;
export type CdpParams<M extends CdpMethod> = Commands[M]["paramsType"][0];
export type CdpResult<M extends CdpMethod> = Commands[M]["returnType"];

export interface CdpEvent {
  readonly method: string;
  readonly params: unknown;
  /** The child session (iframe, worker) it came from; undefined for the tab itself. */
  readonly sessionId?: string;
}

export interface SendOptions {
  readonly sessionId?: string;
  /** Default 5000. Every command has one: a crashed tab never answers. */
  readonly deadlineMs?: number;
}

/** A frame of another process, attached through its tab. */
export interface ChildTarget {
  readonly sessionId: string;
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/**
 * One attached tab. The only way core reaches a browser. The host resumes child targets that were attached
 * paused right after the listeners saw `Target.attachedToTarget`: what a listener sends then is in time.
 */
export interface CdpSession {
  /** The frames of other processes; never a worker. */
  children(): readonly ChildTarget[];
  /**
   * Attaches the tab's workers too, those there are and those to come; or lets go of all of them. Frames and
   * workers that begin meanwhile wait until the listeners have spoken, and never longer than a few seconds.
   */
  attachWorkers(isWanted: boolean): Promise<void>;
  /** Throws `cdp_failed`, `cdp_timeout` or `page_gone`. */
  send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    options?: SendOptions,
  ): Promise<CdpResult<M>>;
  /** Returns what ends the subscription. Events come in the browser's order, synchronously. */
  onEvent(listener: (event: CdpEvent) => void): () => void;
  /**
   * Told when the browser took the debugger off a tab that stays, as it does when a page asks for a URL that
   * extensions may not debug (`mailto:`), and it is back: nothing of what was set up holds any more. The child
   * sessions and contexts are told to be gone first; what is sent meanwhile waits. `awaySince` is epoch ms.
   */
  onReattach(listener: (awaySince: number) => void): () => void;
  /** Told once, when the debugger is detached for good, for whatever reason. */
  onDetach(listener: (reason: string) => void): () => void;
}

export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Runs once, after `ms`; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** One atomic write: all of it or nothing. */
export interface EvidenceBatch {
  readonly records: readonly Redacted<EvidenceRecord>[];
  readonly bodies: readonly Redacted<BodyText>[];
  /** Ids of records that capacity took; the bodies of requests go with them. */
  readonly evicted: readonly string[];
}

/** Where redacted evidence lives. Resolves only when the transaction is complete. */
export interface EvidenceStore {
  write(batch: EvidenceBatch): Promise<void>;
  /** Every run, oldest first. */
  runs(): Promise<readonly Redacted<EvidenceRecord<"run">>[]>;
  /** Records of one kind in order of their ids. */
  records<K extends RecordKind>(
    runId: string,
    kind: K,
  ): Promise<readonly Redacted<EvidenceRecord<K>>[]>;
  body(id: string, part: BodyText["part"]): Promise<Redacted<BodyText> | undefined>;
  /** Every text of the run that is stored at this moment. */
  bodies(runId: string): Promise<readonly Redacted<BodyText>[]>;
  deleteRun(runId: string): Promise<void>;
}

/** Small unredacted state that dies with the browser: executable rules, paused ids, nothing else. */
export interface VolatileState {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}
