import type { TrapPage } from "../site/TrapPage.js";
import { charsets, encodings, sizes, uploads } from "./bodies.js";
import { late, ruled } from "./controlled.js";
import { forms, frames, history, leaving } from "./documents.js";
import { aborted, broken, streams, unread } from "./ends.js";
import { assets, headers, secrets } from "./headers.js";
import { load } from "./load.js";
import {
  beacons,
  inline,
  popups,
  prefetched,
  reports,
  serviceworker,
  sockets,
  unauthorized,
  workers,
} from "./others.js";
import { alike, hops, redirects } from "./redirects.js";
import { cached, cors, methods, preflights, revalidated, statuses } from "./status.js";

/** Every trap page, in the order in which they are played. */
export const TRAP_PAGES: readonly TrapPage[] = [
  hops,
  redirects,
  alike,
  statuses,
  methods,
  revalidated,
  cached,
  cors,
  preflights,
  frames,
  leaving,
  history,
  forms,
  charsets,
  encodings,
  sizes,
  uploads,
  streams,
  unread,
  broken,
  aborted,
  headers,
  secrets,
  assets,
  beacons,
  workers,
  serviceworker,
  prefetched,
  inline,
  reports,
  unauthorized,
  sockets,
  popups,
  ruled,
  late,
  load,
];
