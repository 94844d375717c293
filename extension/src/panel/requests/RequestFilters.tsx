import type { VNode } from "preact";
import type { RequestFilter } from "../model/requests.js";

const STATUSES: readonly (readonly [RequestFilter["status"], string])[] = [
  ["all", "Any status"],
  ["ok", "2xx"],
  ["redirect", "3xx"],
  ["error", "4xx and 5xx"],
  ["failed", "Failed"],
  ["unfinished", "Unfinished"],
];

/** Text, status and type, all of which must hold. */
export function RequestFilters({
  filter,
  types,
  onChange,
}: {
  filter: RequestFilter;
  types: readonly string[];
  onChange: (filter: RequestFilter) => void;
}): VNode {
  return (
    <div class="toolbar">
      <label>
        Filter
        <input
          type="search"
          placeholder="URL, method or id"
          value={filter.text}
          onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        />
      </label>
      <label>
        Status
        <select
          value={filter.status}
          onChange={({ currentTarget }) => {
            const chosen = STATUSES.find(([value]) => value === currentTarget.value);
            if (chosen) onChange({ ...filter, status: chosen[0] });
          }}
        >
          {STATUSES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Type
        <select
          value={filter.type}
          onChange={({ currentTarget }) => onChange({ ...filter, type: currentTarget.value })}
        >
          <option value="">Any type</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
