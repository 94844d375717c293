import type { VNode } from "preact";
import { visible } from "../panel/model/visible.js";
import type { ConnectionState } from "../transport/DaemonConnection.js";

/** How this extension stands with the daemon, on which port, and what to do about it. */
export function ConnectionCard({ connection }: { connection: ConnectionState }): VNode {
  return (
    <section class="card" aria-label="Connection">
      <Words connection={connection} />
    </section>
  );
}

function Words({ connection }: { connection: ConnectionState }): VNode {
  const { kind } = connection;
  switch (kind) {
    case "not_paired":
      return (
        <>
          <p class={`state ${kind}`}>Not paired</p>
          <p class="muted">
            A browser of your own is paired with: <code>bsk pair</code>
          </p>
        </>
      );
    case "connecting":
      return (
        <>
          <p class={`state ${kind}`}>Connecting to the daemon …</p>
          <p class="muted">
            Paired. Port {connection.port}. Start it with: <code>bsk daemon start</code>
          </p>
        </>
      );
    case "refused":
      return (
        <>
          <p class={`state ${kind}`}>Not connected</p>
          <p class="bad-text">
            Port {connection.port}: {visible(connection.reason)}.
          </p>
          <p class="muted">
            Find out more with: <code>bsk doctor</code>
          </p>
        </>
      );
    case "connected":
      return (
        <>
          <p class={`state ${kind}`}>Connected to the daemon</p>
          <p class="muted">Paired. Port {connection.port}.</p>
          {connection.warning === undefined ? null : (
            <p class="bad-text">{visible(connection.warning)}</p>
          )}
        </>
      );
  }
}
