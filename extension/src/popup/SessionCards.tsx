import type { VNode } from "preact";
import { counted } from "../panel/model/units.js";
import type { PopupRequest, PopupSession } from "./messages.js";

interface SessionCardsProps {
  readonly sessions: readonly PopupSession[];
  readonly send: (request: PopupRequest) => void;
}

/** Which agents act in which window, and the person's way to stop them where the overlay cannot be. */
export function SessionCards({ sessions, send }: SessionCardsProps): VNode | null {
  if (sessions.length === 0) return null;
  return (
    <section aria-labelledby="sessions">
      <div class="row">
        <h2 id="sessions">Sessions</h2>
        {sessions.length > 1 ? (
          <button type="button" onClick={() => send({ kind: "stop_all" })}>
            Stop all
          </button>
        ) : null}
      </div>
      {sessions.map(({ id, tabs, isStopped }) => (
        <div key={id} class="card row">
          <p>
            Session <code>{id}</code>
            {isStopped ? " stopped" : ""}
            <span class="muted">
              {" · "}
              {counted(tabs, "tab")}
            </span>
          </p>
          <button
            type="button"
            aria-label={`Stop session ${id}`}
            onClick={() => send({ kind: "stop_session", session: id })}
          >
            Stop
          </button>
        </div>
      ))}
    </section>
  );
}
