import type { ConnectionState } from "../transport/DaemonConnection.js";
import type { PopupCapture, PopupRequest, PopupSession, PopupStatus } from "./messages.js";

/** The popup's content. Text goes in as text nodes only. */
export function renderStatus(
  status: PopupStatus | undefined,
  ask: (request: PopupRequest) => void,
): DocumentFragment {
  const view = document.createDocumentFragment();
  if (!status) {
    view.append(card(element("p", "error", "The extension's worker does not answer. Reload bsk.")));
    return view;
  }
  view.append(renderConnection(status.connection));
  const head = element("div", "row", "");
  head.append(element("h2", "", "Sessions"));
  if (status.sessions.length > 0) {
    head.append(button("Stop all", () => ask({ kind: "stop_all" })));
  }
  view.append(head);
  if (status.sessions.length === 0) view.append(element("p", "muted", "No session."));
  view.append(...status.sessions.map((session) => renderSession(session, ask)));
  view.append(element("h2", "", "Captures"));
  if (status.captures.length === 0)
    view.append(element("p", "muted", "Nothing is being recorded."));
  view.append(...status.captures.map((capture) => renderCapture(capture, ask)));
  return view;
}

function renderConnection(connection: ConnectionState): HTMLElement {
  const { kind } = connection;
  switch (kind) {
    case "not_paired":
      return card(
        element("p", `state ${kind}`, "Not paired"),
        element("p", "muted", "A browser of your own is paired with: bsk pair"),
      );
    case "connecting":
      return card(
        element("p", `state ${kind}`, "Connecting to the daemon …"),
        element("p", "muted", `Paired. Port ${connection.port}. Start it with: bsk daemon start`),
      );
    case "refused":
      return card(
        element("p", `state ${kind}`, "Not connected"),
        element("p", "error", `Port ${connection.port}: ${connection.reason}.`),
        element("p", "muted", "Find out more with: bsk doctor"),
      );
    case "connected":
      return card(
        element("p", `state ${kind}`, "Connected to the daemon"),
        element("p", "muted", `Paired. Port ${connection.port}.`),
        ...(connection.warning === undefined ? [] : [element("p", "error", connection.warning)]),
      );
  }
}

function renderSession(
  { id, windowId, tabs, isStopped }: PopupSession,
  ask: (request: PopupRequest) => void,
): HTMLElement {
  const row = element("div", "row", "");
  const name = element("p", "", "Session ");
  name.append(element("code", "", id), isStopped ? " stopped" : "");
  row.append(
    name,
    button("Stop", () => ask({ kind: "stop_session", session: id })),
  );
  const count = `${tabs} ${tabs === 1 ? "tab" : "tabs"}`;
  return card(row, element("p", "muted", `Agent Window ${windowId} · ${count}`));
}

function renderCapture(capture: PopupCapture, ask: (request: PopupRequest) => void): HTMLElement {
  const { runId, session, tabId, name, requests, operations, errors } = capture;
  const row = element("div", "row", "");
  row.append(
    element("p", "state recording", name ?? "Recording"),
    button("Stop capture", () => ask({ kind: "stop_capture", tabId })),
  );
  const counts = element("p", "counts", `${requests} requests · ${operations} operations · `);
  counts.append(element("span", errors > 0 ? "error" : "", `${errors} console errors`));
  return card(row, counts, element("p", "muted", `${runId} · session ${session} · tab ${tabId}`));
}

function button(text: string, press: () => void): HTMLElement {
  const made = element("button", "", text);
  made.addEventListener("click", ({ isTrusted }) => {
    if (isTrusted) press();
  });
  return made;
}

function card(...children: readonly HTMLElement[]): HTMLElement {
  const box = element("section", "card", "");
  box.append(...children);
  return box;
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}
