/**
 * The real tapable hooks, called without `new Function`.
 *
 * tapable asks `hook.compile(…)` for the function that runs the taps, and its own `compile` builds
 * that function from a string, which an extension page's CSP forbids. Each hook made here gets a
 * `compile` that returns a closure. Left out: the loop and parallel hooks, and the
 * deprecated `context` of taps and interceptors.
 */
import {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  HookMap,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
  type TypedHookMap,
} from "tapable";
import type { CompileOptions } from "./hooks/CompileOptions.js";
import { compile } from "./hooks/compile.js";
import type { Kind } from "./hooks/Kind.js";

/** One name for each argument of the hook; its type is tapable's, which tapable does not export. */
type Names<T extends unknown[]> = NonNullable<ConstructorParameters<typeof SyncHook<T>>[0]>;

/** tapable's hooks keep `compile` as an own property, so it can be set on each. */
function withCompile<H extends object>(kind: Kind, hook: H): H {
  return Object.assign(hook, { compile: (options: CompileOptions) => compile(kind, options) });
}

/** Every tap runs; an exception ends the call and goes to the caller. */
export function syncHook<T extends unknown[]>(args: Names<T>, name?: string): SyncHook<T> {
  return withCompile("series", new SyncHook<T>(args, name));
}

/** The first tap to return anything but undefined ends the call. R includes undefined: none did. */
export function syncBailHook<T extends unknown[], R>(
  args: Names<T>,
  name?: string,
): SyncBailHook<T, R> {
  return withCompile("bail", new SyncBailHook<T, R>(args, name));
}

/** Each tap's result is the next one's first argument; undefined leaves it as it is. */
export function syncWaterfallHook<T extends unknown[]>(
  args: Names<T>,
  name?: string,
): SyncWaterfallHook<T> {
  return withCompile("waterfall", new SyncWaterfallHook<T>(args, name));
}

/** One tap after the other; the first failure ends the call. */
export function asyncSeriesHook<T extends unknown[]>(
  args: Names<T>,
  name?: string,
): AsyncSeriesHook<T> {
  return withCompile("series", new AsyncSeriesHook<T>(args, name));
}

/** One after the other until one answers anything but undefined; R includes undefined. */
export function asyncSeriesBailHook<T extends unknown[], R>(
  args: Names<T>,
  name?: string,
): AsyncSeriesBailHook<T, R> {
  return withCompile("bail", new AsyncSeriesBailHook<T, R>(args, name));
}

/** One after the other, each answer the next tap's first argument unless it is undefined. */
export function asyncSeriesWaterfallHook<T extends unknown[]>(
  args: Names<T>,
  name?: string,
): AsyncSeriesWaterfallHook<T> {
  return withCompile("waterfall", new AsyncSeriesWaterfallHook<T>(args, name));
}

/** A hook for each key, made by `factory` when the key is first asked `for`. */
export function hookMap<H>(
  factory: (key: string) => H,
  name?: string,
): TypedHookMap<Record<string, H>> {
  return new HookMap<H>(factory, name);
}
