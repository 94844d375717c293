function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** What a person can operate. */
export const INTERACTIVE: ReadonlySet<string> = words(`
  button link textbox searchbox checkbox radio combobox listbox option menuitem menuitemcheckbox
  menuitemradio tab switch slider spinbutton treeitem scrollbar DisclosureTriangle PopUpButton
  ToggleButton ComboBoxMenuButton ComboBoxSelect TextFieldWithComboBox ColorWell Date DateTime InputTime
`);

/** Roles that only group, or only lay out; without a name their children stand for them. */
export const TRANSPARENT: ReadonlySet<string> = words(`
  none generic presentation unknown Ignored InlineTextBox LayoutTable LayoutTableRow LayoutTableCell
  LabelText Legend RootWebArea WebArea Abbr EmbeddedObject PluginObject rowgroup group section
  SectionHeader SectionFooter ImeCandidate Pre mark emphasis strong superscript subscript code time
  insertion deletion paragraph
`);

/** The list of a closed `select`: its options say what can be chosen, and cannot be clicked. */
export const CLOSED_LIST = "MenuListPopup";

/** Text in these is what they are called or hold: said once. */
export const HOLDS_TEXT: ReadonlySet<string> = words("textbox searchbox spinbutton");

/** Their name is what they contain, which is shown below them anyway. */
export const NAMED_BY_CONTENT: ReadonlySet<string> = words(`
  cell gridcell row columnheader rowheader listitem paragraph StaticText LabelText term definition
`);
