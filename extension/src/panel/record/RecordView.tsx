import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { ConsoleView } from "../console/ConsoleView.js";
import { OperationsView } from "../operations/OperationsView.js";
import { PagesView } from "../pages/PagesView.js";
import { Failure } from "../parts/Notice.js";
import { type Tab, Tabs } from "../parts/Tabs.js";
import { PerformanceView } from "../performance/PerformanceView.js";
import { AnalysisView, hasReports, ReportsView } from "../reports/ReportsView.js";
import { RequestsView } from "../requests/RequestsView.js";
import { RulesView } from "../rules/RulesView.js";
import { RunStore } from "../state/RunStore.js";
import { go, route, type TabName } from "../state/route.js";
import { RunHeader } from "./RunHeader.js";

/** One run, live or saved: its header and a tab for each kind of evidence. */
export function RecordView({ runId }: { runId: string }): VNode {
  const store = useMemo(() => new RunStore(runId), [runId]);
  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);
  const run = store.run.value;
  const { tab } = route.value;
  if (!run) {
    return (
      <>
        <h1>Run</h1>
        <Failure error={store.error.value} />
        {store.error.value ? null : <p class="muted">Reading …</p>}
      </>
    );
  }
  const { counts } = run;
  const tabs: Tab<TabName>[] = [
    { name: "requests", label: `Requests ${counts.requests}` },
    { name: "operations", label: `Operations ${counts.operations}` },
    { name: "console", label: `Console ${counts.console}` },
    { name: "pages", label: `Pages ${counts.pages}` },
    { name: "performance", label: "Performance" },
    { name: "analysis", label: "API analysis" },
    { name: "rules", label: run.active_rules ? `Rules ${run.active_rules} active` : "Rules" },
    ...(hasReports() ? [{ name: "reports", label: "Reports" } as const] : []),
  ];
  return (
    <>
      <RunHeader store={store} run={run} />
      <Failure error={store.error.value} />
      <Tabs
        prefix="run"
        label="Evidence"
        tabs={tabs}
        active={tabs.some(({ name }) => name === tab) ? tab : "requests"}
        onSelect={(name) => go({ tab: name, id: undefined })}
      >
        <Evidence tab={tab} store={store} />
      </Tabs>
    </>
  );
}

function Evidence({ tab, store }: { tab: TabName; store: RunStore }): VNode {
  switch (tab) {
    case "requests":
      return <RequestsView store={store} />;
    case "operations":
      return <OperationsView store={store} />;
    case "console":
      return <ConsoleView store={store} />;
    case "pages":
      return <PagesView store={store} />;
    case "performance":
      return <PerformanceView store={store} />;
    case "analysis":
      return <AnalysisView store={store} />;
    case "rules":
      return <RulesView store={store} />;
    case "reports":
      return <ReportsView store={store} />;
  }
}
