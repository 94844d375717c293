import type { ComponentChildren, VNode } from "preact";
import { describe, expect, it } from "vitest";
import { FieldChains } from "../dist/tsc/panel/operations/FieldChains.js";
import { CardsWidget } from "../dist/tsc/panel/reports/widgets/CardsWidget.js";
import { SeriesWidget } from "../dist/tsc/panel/reports/widgets/SeriesWidget.js";
import { TimelineWidget } from "../dist/tsc/panel/reports/widgets/TimelineWidget.js";

/** Elements and texts that components without state draw, in order. */
function drawn(node: ComponentChildren): readonly (string | VNode<Record<string, unknown>>)[] {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (Array.isArray(node)) return node.flatMap(drawn);
  if (typeof node !== "object") return [String(node)];
  const vnode = node as VNode<Record<string, unknown>>; // what is left of the union is an element
  if (typeof vnode.type === "function") {
    const component = vnode.type as (props: object) => ComponentChildren; // none of these is a class
    return drawn(component(vnode.props));
  }
  return [vnode, ...drawn(vnode.props.children as ComponentChildren)];
}

function words(node: ComponentChildren): string {
  return drawn(node)
    .filter((part) => typeof part === "string")
    .join("");
}

function element(node: ComponentChildren, type: string): Record<string, unknown> | undefined {
  const found = drawn(node).find((part) => typeof part !== "string" && part.type === type);
  return typeof found === "string" ? undefined : found?.props;
}

describe("a report's widgets", () => {
  it("draw a series as a line from its lowest to its highest value, told in words", () => {
    const series = SeriesWidget({ title: "Delay", source: [1, 3, 2] });

    expect(element(series, "polyline")?.points).toBe("0.0,120.0 300.0,0.0 600.0,60.0");
    expect(element(series, "svg")?.["aria-label"]).toBe("Delay: 3 values from 1 to 3");
  });

  it("draw one value in the middle", () => {
    const series = SeriesWidget({ title: "Delay", source: [5] });

    expect(element(series, "polyline")?.points).toBe("300.0,60.0");
  });

  it("draw a timeline in order, hostile text spelled out on one line", () => {
    const timeline = TimelineWidget({
      source: [
        { at: 30, name: "<b>late\u202e</b>\nx" },
        { at: 5, name: "early", duration_ms: 2 },
      ],
    });

    expect(words(timeline)).toBe("5 ms early 2 ms30 ms <b>late\\u202e</b>⏎x ");
  });

  it("draw cards with every plain value by name", () => {
    expect(words(CardsWidget({ source: [{ name: "GET /api", slow_calls: 2 }] }))).toBe(
      "GET /apinameGET /apislow calls2",
    );
  });

  it("say that there is nothing", () => {
    expect(words(SeriesWidget({ title: "", source: "x" }))).toBe("No value.");
    expect(words(TimelineWidget({ source: [] }))).toBe("No moment.");
    expect(words(CardsWidget({ source: [] }))).toBe("No card.");
  });
});

describe("the field chains", () => {
  it("never say that a field was not sent, but what was looked for", () => {
    const unknown = { state: "unavailable" as const };
    const absent = {
      state: "missing" as const,
      looked_for: "title",
      source: "d0123456789ab:n3",
      rule_id: "d0123456789ab:r1",
      rule_change: "title → subject",
    };
    const chain = { key: "k", label: "Title", before: unknown, input: unknown, later: unknown };

    const said = words(FieldChains({ chains: [{ ...chain, submitted: [absent], response: [] }] }));

    expect(said).toContain('no field "title" in n3; r1 renamed it: title → subject');
    expect(said).not.toContain("missing");
  });
});
