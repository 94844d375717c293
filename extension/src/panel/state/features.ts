import { type ReadonlySignal, signal } from "@preact/signals";
import type { AnalyzerView, PanelCapabilities } from "../messages.js";
import { askProfile } from "./ask.js";

const known = signal<PanelCapabilities | undefined>(undefined);

/** What this build can do; undefined until the worker said so. */
export const features: ReadonlySignal<PanelCapabilities | undefined> = known;

/** Asks once. Without an answer nothing optional is offered; the views say what failed. */
export async function loadFeatures(): Promise<void> {
  try {
    known.value = await askProfile("panel/capabilities", {});
  } catch {
    known.value = undefined; // the history's own question tells that the worker is silent
  }
}

/** A plugin of this build has that command. */
export function hasCommand(name: string): boolean {
  return known.value?.capabilities.analyzers.some((command) => command.name === name) ?? false;
}

/** This build has that action. */
export function hasAction(name: string): boolean {
  return known.value?.capabilities.actions.some((action) => action.name === name) ?? false;
}

/** The parameters that a plugin's command takes. */
export function parametersOf(name: string): readonly string[] {
  const command = known.value?.capabilities.analyzers.find((entry) => entry.name === name);
  return command?.parameters ?? [];
}

/** The views of those plugins, in the plugins' order. */
export function viewsOf(wanted: (name: string) => boolean): readonly AnalyzerView[] {
  return known.value?.views.filter(({ name }) => wanted(name)) ?? [];
}
