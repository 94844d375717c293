import type { Coverage } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import type { CdpEvent } from "../ports.js";
import type { Child } from "./ChildSessions.js";
import type { ConsoleRecorder } from "./ConsoleRecorder.js";
import type { NetworkRecorder } from "./NetworkRecorder.js";

export interface Recorders {
  readonly network: NetworkRecorder;
  readonly console: ConsoleRecorder;
  readonly childAttached: (child: Child) => void;
  readonly childDetached: (sessionId: string) => void;
  /** Something of the page that this capture does not see. */
  readonly gap: (flag: Coverage["flag"]) => void;
}

/**
 * Hands each event to who records it. The casts are the protocol's own types; the caller keeps what an event
 * that is not so does from spreading.
 */
export function routeEvent({ method, params, sessionId }: CdpEvent, recorders: Recorders): void {
  const { network, console } = recorders;
  switch (method) {
    case "Network.requestWillBeSent":
      network.requestWillBeSent(params as Protocol.Network.RequestWillBeSentEvent, sessionId);
      break;
    case "Network.requestWillBeSentExtraInfo":
      network.requestExtra(params as Protocol.Network.RequestWillBeSentExtraInfoEvent);
      break;
    case "Network.responseReceived":
      network.responseReceived(params as Protocol.Network.ResponseReceivedEvent, sessionId);
      break;
    case "Network.responseReceivedExtraInfo":
      network.responseExtra(params as Protocol.Network.ResponseReceivedExtraInfoEvent);
      break;
    case "Network.dataReceived":
      network.dataReceived(params as Protocol.Network.DataReceivedEvent);
      break;
    case "Network.requestServedFromCache":
      network.servedFromCache(params as Protocol.Network.RequestServedFromCacheEvent);
      break;
    case "Network.loadingFinished":
      network.loadingFinished(params as Protocol.Network.LoadingFinishedEvent, sessionId);
      break;
    case "Network.loadingFailed":
      network.loadingFailed(params as Protocol.Network.LoadingFailedEvent);
      break;
    case "Runtime.consoleAPICalled":
      console.consoleCalled(params as Protocol.Runtime.ConsoleAPICalledEvent, sessionId);
      break;
    case "Runtime.exceptionThrown":
      console.exceptionThrown(params as Protocol.Runtime.ExceptionThrownEvent, sessionId);
      break;
    case "Log.entryAdded":
      console.logAdded(params as Protocol.Log.EntryAddedEvent, sessionId);
      break;
    case "Target.attachedToTarget": {
      const child = params as Protocol.Target.AttachedToTargetEvent;
      const { targetId, type, url } = child.targetInfo;
      recorders.childAttached({ sessionId: child.sessionId, targetId, type, url });
      break;
    }
    case "Target.detachedFromTarget":
      recorders.childDetached((params as Protocol.Target.DetachedFromTargetEvent).sessionId);
      break;
    case "Page.frameNavigated": {
      const { frame } = params as Protocol.Page.FrameNavigatedEvent;
      if (sessionId === undefined && frame.parentId === undefined) {
        network.documentReplaced(frame.id, frame.loaderId);
      }
      break;
    }
    case "Network.webSocketCreated":
    case "Network.webTransportCreated":
      recorders.gap("socket_not_recorded");
      break;
    case "Page.downloadWillBegin":
      recorders.gap("download_not_recorded");
      break;
    case "Page.windowOpen":
      recorders.gap("popup_not_followed");
      break;
    case "Inspector.targetCrashed":
      network.documentReplaced();
      recorders.gap("target_crashed");
      break;
    default:
  }
}
