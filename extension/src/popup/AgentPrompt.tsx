import { useSignal } from "@preact/signals";
import type { VNode } from "preact";

/** What a person can give an agent that has a shell, to record a problem of their website. */
export const PROMPT: string = [
  "Record a problem of my website with bsk and tell me what the evidence shows.",
  "",
  "bsk session start            # prints a session id; keep it open",
  "bsk debug start --session ID --name 'Save fails'",
  "bsk navigate http://localhost:3000 --session ID",
  "# reproduce it with bsk snapshot, fill and click",
  "bsk debug summary --session ID",
  "bsk debug operations --session ID",
  "bsk debug stop --session ID",
  "",
  "The site is: (URL). What goes wrong: (steps). Say what you saw and what the gaps are.",
].join("\n");

/** The prompt with a button that copies it. */
export function AgentPrompt(): VNode {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(PROMPT);
      said.value = "Copied.";
    } catch {
      said.value = "The browser did not allow it: select the text instead.";
    }
  };
  return (
    <div class="card">
      <p>No session is open. Give this to your agent:</p>
      <section aria-label="Prompt for an agent">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
        <pre class="prompt" tabIndex={0}>
          {PROMPT}
        </pre>
      </section>
      <div class="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy prompt
        </button>
        <span role="status">{said.value}</span>
      </div>
    </div>
  );
}
