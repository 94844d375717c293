/** How a call that may take time reports its end. */
export interface Ending {
  failed(error: unknown): void;
  /** A bail's or a waterfall's result. */
  ended(result: unknown): void;
  /** All taps ran, and there is no result. */
  done(): void;
}

type Callback = (error?: unknown, result?: unknown) => void;

/** The ending of `callAsync`; the number of arguments is tapable's. */
export function callbackEnding(callback: Callback): Ending {
  return {
    failed: (error) => callback(error),
    ended: (result) => callback(null, result),
    done: () => callback(),
  };
}

/** The ending of `promise`: runs `start` at once and settles the promise it returns. */
export function promiseEnding(start: (ending: Ending) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isStarting = true;
    let isSettled = false;

    const succeed = (result?: unknown): void => {
      isSettled = true;
      resolve(result);
    };
    const failed = (error: unknown): void => {
      if (!isStarting) {
        reject(error);
        return;
      }
      // tapable lets a failure in the first turn reject two turns later. Once the promise is
      // settled it would still make that rejection, which nobody can handle, and Node would exit.
      if (isSettled) return;
      isSettled = true;
      resolve(
        Promise.resolve().then(() => {
          throw error;
        }),
      );
    };

    try {
      start({ failed, ended: succeed, done: succeed });
    } finally {
      isStarting = false;
    }
  });
}
