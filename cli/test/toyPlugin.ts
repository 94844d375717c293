import type { Plugin } from "../../core/dist/index.js";

/** A second analyzer: what a plugin author writes, and nothing else. */
export const toyPlugin: Plugin = {
  manifest: {
    name: "toy",
    summary: "Count requests by host.",
    description: "One row a host.",
    api: 1,
    params: {
      type: "object",
      properties: {
        min_count: {
          type: "integer",
          minimum: 1,
          maximum: 9,
          default: 2,
          description: "Hosts with fewer are left out.",
        },
        host: { type: "string", maxLength: 40, description: "Only this host." },
        with_errors: { type: "boolean", description: "Only hosts with errors." },
        order: { enum: ["count", "name"], description: "Order of the rows." },
        columns: { type: "array", items: { type: "string" }, description: "What to show." },
        wait_ms: {
          type: "integer",
          format: "duration",
          minimum: 0,
          description: "How long to wait.",
        },
      },
      required: ["host"],
    },
    result: {
      type: "object",
      properties: {
        hosts: {
          type: "array",
          items: {
            type: "object",
            properties: { host: { type: "string" }, count: { type: "integer" } },
          },
        },
        total: { type: "integer" },
      },
    },
    reads: ["requests"],
    live: false,
  },
  validators: {
    params: (data) => typeof data === "object" && data !== null && "host" in data,
    result: (data) => typeof data === "object" && data !== null && "total" in data,
  },
  apply: () => {},
};
