import { WebSocket } from "ws";

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** A second look at the browser, past the extension: raw CDP over the port that the test asked for. */
export class CdpClient {
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #next = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id === undefined) return;
      this.#pending.get(answer.id)?.(answer);
      this.#pending.delete(answer.id);
    });
  }

  static async connect(port: number): Promise<CdpClient> {
    const version = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
      webSocketDebuggerUrl: string;
    };
    const socket = new WebSocket(version.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new CdpClient(socket);
  }

  async send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    this.#next += 1;
    const id = this.#next;
    const answer = await new Promise<Answer>((resolve) => {
      this.#pending.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as T;
  }

  async targets(): Promise<readonly TargetInfo[]> {
    const { targetInfos } = await this.send<{ targetInfos: TargetInfo[] }>("Target.getTargets");
    return targetInfos;
  }

  async attach(targetId: string): Promise<string> {
    const { sessionId } = await this.send<{ sessionId: string }>("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    return sessionId;
  }

  /**
   * Evaluates under the target's own content security policy: by default the protocol goes past it, and would
   * prove nothing about `eval`.
   */
  async evaluate<T>(sessionId: string, expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>(
      "Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: false },
      sessionId,
    );
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** A click of a person's mouse at a point of the viewport. */
  async press(sessionId: string, { x, y }: { x: number; y: number }): Promise<void> {
    const mouse = { x, y, button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...mouse }, sessionId);
    // What the press closes gives no answer any more.
    void this.send(
      "Input.dispatchMouseEvent",
      { type: "mouseReleased", ...mouse },
      sessionId,
    ).catch(() => undefined);
  }

  close(): void {
    this.socket.close();
  }
}
