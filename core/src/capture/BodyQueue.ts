type Job = () => Promise<void>;

/** When its turn is: before what waits, after it, or only when nothing else waits. */
export type Turn = "first" | "next" | "last";

/** Runs reads a few at a time, by their turn, else in order; says no when too many wait. */
export class BodyQueue {
  readonly #waiting: Readonly<Record<Turn, Job[]>> = { first: [], next: [], last: [] };
  readonly #idle: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly limit: number,
  ) {}

  /** False when the queue is full: nothing will be run. `job` must not throw. */
  add(job: Job, turn: Turn = "next"): boolean {
    const { first, next, last } = this.#waiting;
    if (first.length + next.length + last.length >= this.limit) return false;
    this.#waiting[turn].push(job);
    this.#next();
    return true;
  }

  /** Forgets what waits; what runs goes on. */
  clear(): void {
    for (const jobs of Object.values(this.#waiting)) jobs.length = 0;
    this.#next();
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#running === 0) return; // what waits is started as soon as a place is free
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    const { first, next, last } = this.#waiting;
    while (this.#running < this.atOnce) {
      const job = first.shift() ?? next.shift() ?? last.shift();
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
