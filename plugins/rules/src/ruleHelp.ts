/** The rule as it is written, for `--help`. */
export const RULE_HELP = `{"name"?, "match": {"url", "method"?, "resource_type"?}, "effect", "times"?}
match.url is absolute; * in path and query stands for anything, ? for itself. Without resource_type: Fetch and XHR. The first matching rule in the order of their making wins; one for Fetch or for XHR alone aborts what the browser does not tell apart (workers' requests, keepalive as a page goes).
effect, one of:
  {"type":"block"}
  {"type":"modify", "url"?, "method"?, "headers"?: {"x": "set", "y": null}, "body"? or "json"?: {"set"?: {}, "remove"?: [], "rename"?: {"from": "to"}}}
  {"type":"mock", "status": 200, "body": "{}", "headers"?, "delay_ms"?}
times: matches it may have, 1 by default; 0 until it is disabled or the capture ends. A match counts whatever comes of it.
A request that a rule fails on is aborted and never sent as it was. Rules end with the capture.`;
