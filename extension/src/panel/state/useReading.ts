import { useEffect, useState } from "preact/hooks";
import type { PanelError } from "../messages.js";
import { errorOf } from "./ask.js";

export interface Reading<T> {
  /** The latest answer; undefined: none came yet. */
  readonly value: T | undefined;
  readonly error: PanelError | undefined;
}

/** Reads once for each `key`, and keeps showing the last answer until the next one has come. */
export function useReading<T>(key: string, read: () => Promise<T>): Reading<T> {
  const [reading, setReading] = useState<Reading<T>>({ value: undefined, error: undefined });
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (value) => {
        if (isCurrent) setReading({ value, error: undefined });
      },
      (error: unknown) => {
        if (isCurrent) setReading((before) => ({ value: before.value, error: errorOf(error) }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return reading;
}
