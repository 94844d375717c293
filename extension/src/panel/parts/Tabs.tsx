import type { ComponentChildren, VNode } from "preact";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

export interface TabsProps<Name extends string> {
  /** Makes the ids of the tabs; one for each set on the page. */
  readonly prefix: string;
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly active: Name;
  readonly onSelect: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Tabs with the panel of the active one. Arrow keys, Home and End move as in every tab list. */
export function Tabs<Name extends string>(props: TabsProps<Name>): VNode {
  const { prefix, label, tabs, active, onSelect, children } = props;
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === active);
    const next = tabs[targetOf(event.key, at, tabs.length)];
    if (!next) return;
    event.preventDefault();
    onSelect(next.name);
    document.getElementById(`${prefix}-tab-${next.name}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${prefix}-tab-${name}`}
            aria-selected={name === active}
            aria-controls={`${prefix}-panel`}
            tabIndex={name === active ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${prefix}-panel`}
        aria-labelledby={`${prefix}-tab-${active}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is reached by Tab too
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

/** Where a key leads; -1: nowhere. */
function targetOf(key: string, at: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
