import { afterAll, beforeAll, expect, it } from "vitest";
import { VerbTab } from "./browser/VerbTab.js";

/** Every role of WAI-ARIA 1.3 that may hold text, each within what it needs around it. */
const ROLES =
  `alert alertdialog application article banner blockquote button caption cell checkbox code
  columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis
  feed figure form generic grid gridcell group heading insertion link list listbox listitem log main mark
  marquee math menu menubar menuitem menuitemcheckbox menuitemradio navigation none note option paragraph
  presentation radio radiogroup region row rowgroup rowheader search sectionfooter sectionheader status strong
  subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip
  tree treegrid treeitem`.split(/\s+/);
const AROUND: Readonly<Record<string, string>> = {
  caption: "table",
  cell: "table row",
  columnheader: "table row",
  gridcell: "grid row",
  listitem: "list",
  menuitem: "menu",
  menuitemcheckbox: "menu",
  menuitemradio: "menu",
  option: "listbox",
  row: "table",
  rowgroup: "table",
  rowheader: "table row",
  tab: "tablist",
  treeitem: "tree",
};

/** Text in the role alone, with other elements, and in something that takes the focus. */
const HOLDERS: Readonly<Record<string, (role: string) => string>> = {
  bare: (role) => `<div role=${role}>bare ${role}.</div>`,
  parted: (role) => `<div role=${role}><span>parted</span> <b>${role}.</b></div>`,
  focusable: (role) => `<div role=${role} tabindex=0>focusable ${role}.</div>`,
};

function within(role: string, html: string): string {
  const around = (AROUND[role] ?? "").split(" ").filter(Boolean);
  return around.reduceRight((inner, outer) => `<div role=${outer}>${inner}</div>`, html);
}

let tab: VerbTab;
let tree = "";

beforeAll(async () => {
  const boxes = ROLES.flatMap((role) =>
    Object.values(HOLDERS).map((holder) => within(role, holder(role))),
  );
  boxes.push("<table><caption>Prices</caption><tr><th>Tea<th>Price<tr><td>Green<td>4.20</table>");
  boxes.push("<dl><dt>Weight<dd>100 g</dl>");
  tab = await VerbTab.open(new Map([["/", `<title>T</title>${boxes.join("\n")}`]]));
  await tab.go("/");
  ({ tree } = await tab.run("page/snapshot", { max_chars: 200_000 }));
}, 40_000);
afterAll(() => tab?.close());

it.each(ROLES)("shows text in %s once", (role) => {
  for (const holder of Object.keys(HOLDERS)) {
    const words = new RegExp(`\\b${holder}\\s+${role}\\.`, "g");
    const found = tree.match(words) ?? [];
    expect(found, `${holder} ${role}\n${tree.slice(0, 20_000)}`).toHaveLength(1);
  }
});

it.each(["Tea", "Price", "Green", "4.20", "Weight", "100 g"])(
  "shows %s of a table or a list once",
  (text) => {
    expect(tree.match(new RegExp(`"${text}"`, "g")), tree.slice(-1000)).toHaveLength(1);
  },
);
