/** A `WebSocket` whose other end is the test. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static readonly made: FakeSocket[] = [];
  readonly url: string;
  readonly sent: unknown[] = [];
  readyState = 0;
  /** Called with each frame that the extension sends. */
  onSent: (frame: never) => void = () => undefined;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    const frame: unknown = JSON.parse(text);
    this.sent.push(frame);
    this.onSent(frame as never); // the test knows its own protocol
  }

  close(): void {
    this.fromServerClose(1000);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  fail(): void {
    this.dispatchEvent(new Event("error"));
    this.fromServerClose(1006);
  }

  fromServer(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  fromServerClose(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}
