import type { WireError } from "@bsk/schema";
import { BskError, foreignError } from "./errors.js";

/** JSON-RPC keeps -32000 for the server's own errors; ours is in `data.code`. */
const SERVER_ERROR = -32000;

/** What crosses a socket when something failed. Foreign errors become ours (`foreignError`). */
export function toWireError(error: unknown): WireError {
  const known = foreignError(error);
  return {
    code: SERVER_ERROR,
    message: known.message,
    data: {
      code: known.code,
      exit_code: known.exitCode,
      ...(known.hint === undefined ? {} : { hint: known.hint }),
      ...(known.data === undefined ? {} : { details: { ...known.data } }),
    },
  };
}

/** The error as this side throws it again. */
export function fromWireError(wire: WireError): BskError {
  const { data } = wire;
  return new BskError(data?.code ?? "protocol_error", wire.message, {
    exitCode: data?.exit_code ?? 2,
    ...(data?.hint === undefined ? {} : { hint: data.hint }),
    ...(data?.details === undefined ? {} : { data: data.details }),
  });
}
