import { randomBytes } from "node:crypto";
import { PROTOCOL, type ProofParts } from "@bsk/core";
import { type Challenge, type Hello, validateHello, validateProof } from "@bsk/schema";
import { major } from "../connection/DaemonIdentity.js";
import type { PairedBrowser } from "./PairedBrowsers.js";
import { isSameProof, prove } from "./proof.js";

/** Why a handshake failed, in words of ours: for the log and for whoever waits for that browser. */
export interface Refusal {
  readonly instanceId: string | undefined;
  readonly reason: string;
  /** Their protocol, when that is what is wrong. */
  readonly protocol?: string;
}

export type Step =
  | { readonly kind: "challenge"; readonly frame: Challenge }
  | { readonly kind: "proven"; readonly browser: PairedBrowser; readonly hello: Hello }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface HandshakeOptions {
  readonly origin: string;
  readonly build: string;
  readonly findBrowser: (instanceId: string) => PairedBrowser | undefined;
}

interface Challenged {
  readonly browser: PairedBrowser;
  readonly hello: Hello;
  readonly parts: ProofParts;
}

/** The extension's first two frames and what they answer; one object for one connection, no I/O. */
export class Handshake {
  readonly #options: HandshakeOptions;
  #challenged: Challenged | undefined;

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  /** Takes the next frame. After `proven` or `refused` it must not be called again. */
  receive(frame: unknown): Step {
    return this.#challenged ? this.#checkProof(frame, this.#challenged) : this.#answerHello(frame);
  }

  #answerHello(frame: unknown): Step {
    if (!validateHello(frame)) return this.#refuse("the first frame is no hello");
    const { instance_id: instanceId, nonce, protocol } = frame;
    if (major(protocol) !== major(PROTOCOL)) {
      return this.#refuse(`the extension speaks protocol ${protocol}`, instanceId, protocol);
    }
    const browser = this.#options.findBrowser(instanceId);
    const { origin, build } = this.#options;
    if (!browser) return this.#refuse("the extension is not paired", instanceId);
    if (origin !== `chrome-extension://${browser.extension_id}`) {
      return this.#refuse("the extension was paired under another id", instanceId);
    }
    const serverNonce = randomBytes(32).toString("hex");
    const parts = { origin, instanceId, clientNonce: nonce, serverNonce };
    this.#challenged = { browser, hello: frame, parts };
    const proof = prove(browser.secret, "daemon", parts);
    return {
      kind: "challenge",
      frame: { type: "challenge", protocol: PROTOCOL, nonce: serverNonce, proof, build },
    };
  }

  #checkProof(frame: unknown, { browser, hello, parts }: Challenged): Step {
    if (!validateProof(frame))
      return this.#refuse("the second frame is no proof", hello.instance_id);
    if (!isSameProof(frame.proof, prove(browser.secret, "extension", parts))) {
      return this.#refuse("the extension does not know the shared secret", hello.instance_id);
    }
    return { kind: "proven", browser, hello };
  }

  #refuse(reason: string, instanceId?: string, protocol?: string): Step {
    return {
      kind: "refused",
      refusal: { instanceId, reason, ...(protocol === undefined ? {} : { protocol }) },
    };
  }
}
