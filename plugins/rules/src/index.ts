export type {
  RuleAddReport,
  RuleRow,
  RulesReport,
} from "./generated/types.js";
export { RulesPlugin } from "./RulesPlugin.js";
