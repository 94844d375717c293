import { errors } from "../errors.js";
import type {
  CdpEvent,
  CdpMethod,
  CdpParams,
  CdpResult,
  CdpSession,
  ChildTarget,
  Clock,
  SendOptions,
} from "../ports.js";

/** One command as it was sent. */
export interface SentCommand {
  readonly method: CdpMethod;
  readonly params: unknown;
  readonly sessionId?: string;
}

/** Gives a command's result, or throws. What it returns is not checked against the protocol. */
export type Answer = (command: SentCommand) => unknown;

/** A tab that answers as it was told, and says what the test makes it say. Commands without an answer get `{}`. */
export class ScriptedSession implements CdpSession {
  readonly sent: SentCommand[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #children = new Map<string, ChildTarget>();
  readonly #listeners = new Set<(event: CdpEvent) => void>();
  readonly #reattachListeners = new Set<(awaySince: number) => void>();
  readonly #detachListeners = new Set<(reason: string) => void>();
  #isDetached = false;
  /** Whether workers are attached, as it was asked for last. */
  areWorkersAttached = false;

  /** With a clock, a command that stays unanswered fails after its deadline, as in a browser. */
  constructor(private readonly clock?: Clock) {}

  /** What the method answers from now on. */
  answer(method: CdpMethod, answer: Answer): this {
    this.#answers.set(method, answer);
    return this;
  }

  /** The method never answers from now on. */
  hang(method: CdpMethod): this {
    return this.answer(method, () => new Promise(() => undefined));
  }

  /** How many times a method was sent. */
  count(method: CdpMethod): number {
    return this.sent.filter((command) => command.method === method).length;
  }

  /** How many still listen, to events or to the detaching. */
  get listeners(): number {
    return this.#listeners.size + this.#detachListeners.size;
  }

  /** An event of the tab, or of one of its children. */
  dispatch(method: string, params: unknown = {}, sessionId?: string): void {
    const event: CdpEvent = { method, params, ...(sessionId === undefined ? {} : { sessionId }) };
    for (const listener of [...this.#listeners]) listener(event);
  }

  attachChild(child: ChildTarget): void {
    if (child.type === "iframe") this.#children.set(child.sessionId, child);
    const { sessionId, targetId, type, url } = child;
    const targetInfo = { targetId, type, url };
    this.dispatch("Target.attachedToTarget", { sessionId, targetInfo, waitingForDebugger: true });
  }

  detachChild(sessionId: string): void {
    this.#children.delete(sessionId);
    this.dispatch("Target.detachedFromTarget", { sessionId });
  }

  /** The debugger goes: what is sent from now on fails. */
  detach(reason: string): void {
    this.#isDetached = true;
    for (const listener of [...this.#detachListeners]) listener(reason);
  }

  /** The debugger was away for a moment. */
  reattach(awaySince: number): void {
    for (const sessionId of [...this.#children.keys()]) this.detachChild(sessionId);
    this.dispatch("Runtime.executionContextsCleared", {});
    for (const listener of [...this.#reattachListeners]) listener(awaySince);
  }

  children(): readonly ChildTarget[] {
    return [...this.#children.values()];
  }

  async attachWorkers(isWanted: boolean): Promise<void> {
    this.areWorkersAttached = isWanted;
  }

  async send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    { sessionId, deadlineMs = 5000 }: SendOptions = {},
  ): Promise<CdpResult<M>> {
    const command = { method, params, ...(sessionId === undefined ? {} : { sessionId }) };
    this.sent.push(command);
    if (this.#isDetached) throw errors.cdpFailed(method, "the debugger is detached");
    const answer = this.#answers.get(method)?.(command) ?? {};
    // The test says what the protocol would: nothing here can check it.
    return (await this.#within(method, deadlineMs, answer)) as CdpResult<M>;
  }

  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  onReattach(listener: (awaySince: number) => void): () => void {
    this.#reattachListeners.add(listener);
    return () => {
      this.#reattachListeners.delete(listener);
    };
  }

  onDetach(listener: (reason: string) => void): () => void {
    this.#detachListeners.add(listener);
    return () => {
      this.#detachListeners.delete(listener);
    };
  }

  async #within(method: string, deadlineMs: number, answer: unknown): Promise<unknown> {
    const { clock } = this;
    if (!clock || !(answer instanceof Promise)) return answer;
    let cancel: () => void = () => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancel = clock.after(deadlineMs, () => reject(errors.cdpTimeout(method, deadlineMs)));
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      cancel();
    }
  }
}
