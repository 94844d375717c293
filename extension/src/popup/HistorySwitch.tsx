import type { VNode } from "preact";
import type { PopupRequest } from "./messages.js";

interface HistorySwitchProps {
  readonly isOpen: boolean;
  readonly send: (request: PopupRequest) => void;
}

/** Whether agents may list every run of this profile: the person's word, off until they say so. */
export function HistorySwitch({ isOpen, send }: HistorySwitchProps): VNode {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <label class="card check">
        <input
          id="history-for-agents"
          type="checkbox"
          checked={isOpen}
          onChange={({ currentTarget }) =>
            send({ kind: "open_history", isOpen: currentTarget.checked })
          }
        />
        <span>
          Agents may list every run of this browser profile (<code>bsk debug history --all</code>).
          Without it, those of their own session.
        </span>
      </label>
    </section>
  );
}
