import { DEFAULT_PORT } from "@bsk/core";
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { visible } from "../panel/model/visible.js";
import type { PopupRequest, PopupStatus } from "./messages.js";

interface PairCardProps {
  readonly status: PopupStatus;
  readonly send: (request: PopupRequest) => void;
}

/** Pairing wherever there is no connection, unpairing where the person paired it; never in a launched browser. */
export function PairCard({ status, send }: PairCardProps): VNode | null {
  const { source } = status.pairing;
  if (source === "packaged") return null;
  return (
    <>
      {status.connection.kind === "connected" ? null : <CodeForm status={status} send={send} />}
      {source === "stored" ? (
        <p class="row">
          <span class="muted">Paired by you.</span>
          <button id="unpair" type="button" onClick={() => send({ kind: "unpair" })}>
            Unpair
          </button>
        </p>
      ) : null}
    </>
  );
}

function CodeForm({ status, send }: PairCardProps): VNode {
  const { connection, pairing } = status;
  const code = useSignal("");
  // Once: the port of the pairing before, else the usual one; what is half typed stays.
  const port = useSignal(String("port" in connection ? connection.port : DEFAULT_PORT));
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!event.isTrusted) return;
    send({ kind: "pair", code: code.value, port: Number(port.value) });
    code.value = "";
  };
  const isFailed = pairing.attempt.kind === "failed";
  return (
    <form class="card" aria-label="Pair with a daemon" onSubmit={submit}>
      <p class="muted">
        Pair with the code that <code>bsk pair</code> prints.
      </p>
      <label>
        Code
        <input
          id="code"
          autoComplete="off"
          spellcheck={false}
          maxLength={24}
          required
          value={code.value}
          onInput={({ currentTarget }) => {
            code.value = currentTarget.value;
          }}
        />
      </label>
      <label>
        Port
        <input
          id="port"
          type="number"
          min={1}
          max={65_535}
          required
          value={port.value}
          onInput={({ currentTarget }) => {
            port.value = currentTarget.value;
          }}
        />
      </label>
      <div class="row">
        <p id="pair-state" role="status" class={isFailed ? "bad-text" : "muted"}>
          {sentenceOf(pairing.attempt)}
        </p>
        <button id="pair-button" type="submit" disabled={pairing.attempt.kind === "pairing"}>
          Pair
        </button>
      </div>
    </form>
  );
}

function sentenceOf(attempt: PopupStatus["pairing"]["attempt"]): string {
  switch (attempt.kind) {
    case "idle":
      return "";
    case "pairing":
      return "Pairing …";
    case "failed":
      return `Not paired: ${visible(attempt.reason)}.`;
  }
}
