import type { Ref } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Brings an element into sight when it becomes the one that the address names, unless it is there already. */
export function useSight<E extends Element>(isNamed: boolean): Ref<E> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (!isNamed || !element) return;
    const { top } = element.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
  }, [isNamed]);
  return ref;
}
