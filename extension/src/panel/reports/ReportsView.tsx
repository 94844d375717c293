import type { VNode } from "preact";
import { viewsOf } from "../state/features.js";
import type { RunStore } from "../state/RunStore.js";
import { Report } from "./Report.js";

const ANALYSIS: ReadonlySet<string> = new Set(["aggregate", "duplicates"]);
/** Analyzers whose reports stand in another tab. */
const ELSEWHERE: ReadonlySet<string> = new Set([...ANALYSIS, "performance"]);
const isOther = (name: string): boolean => !ELSEWHERE.has(name);

/** Some analyzer has a view that no other tab shows. */
export function hasReports(): boolean {
  return viewsOf(isOther).length > 0;
}

/** The views of analyzers that no other tab shows. */
export function ReportsView({ store }: { store: RunStore }): VNode {
  return <Reports store={store} wanted={isOther} />;
}

/** What was asked of which endpoint, and what looks asked for twice. */
export function AnalysisView({ store }: { store: RunStore }): VNode {
  return <Reports store={store} wanted={(name) => ANALYSIS.has(name)} />;
}

/** The reports of the wanted analyzers, one below the other. */
export function Reports({
  store,
  wanted,
}: {
  store: RunStore;
  wanted: (name: string) => boolean;
}): VNode {
  return (
    <>
      {viewsOf(wanted).map((view) => (
        <Report key={view.name} store={store} view={view} />
      ))}
    </>
  );
}
