type Job = () => Promise<void>;

/** Runs reads a few at a time, urgent ones first, else in order; says no when too many wait. */
export class BodyQueue {
  readonly #urgent: Job[] = [];
  readonly #waiting: Job[] = [];
  readonly #idle: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly limit: number,
  ) {}

  /** False when the queue is full: nothing will be run. `job` must not throw. */
  add(job: Job, isUrgent = false): boolean {
    if (this.#urgent.length + this.#waiting.length >= this.limit) return false;
    (isUrgent ? this.#urgent : this.#waiting).push(job);
    this.#next();
    return true;
  }

  /** Forgets what waits; what runs goes on. */
  clear(): void {
    this.#urgent.length = 0;
    this.#waiting.length = 0;
    this.#next();
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#running === 0) return; // what waits is started as soon as a place is free
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    while (this.#running < this.atOnce) {
      const job = this.#urgent.shift() ?? this.#waiting.shift();
      if (!job) break;
      this.#running += 1;
      void job().finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
    if (this.#running > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
