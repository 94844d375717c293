#!/bin/sh
# Rename the outgoing field once, then send the request again by hand. $SESSION is open, $SITE is the shop.
set -eu
id_of() { sed -n "s/^\([nr][0-9]*\) .*$1.*/\1/p" | head -n 1; }

cat > rename-rule.json <<JSON
{
  "name": "Send the expected nickname field",
  "match": {"url": "$SITE/api/profile", "method": "POST"},
  "effect": {"type": "modify", "json": {"rename": {"displayName": "name"}}},
  "times": 1
}
JSON
cat > replay.json <<'JSON'
{"key":"nickname-attempt-1","body":"{\"name\":\"Bob\"}"}
JSON

bsk debug start --session "$SESSION"
bsk navigate "$SITE/profile" --session "$SESSION"
bsk debug rule_add --session "$SESSION" --rule-file rename-rule.json
bsk debug rules --session "$SESSION"
rule=$(bsk debug rules --session "$SESSION" | id_of nickname)
bsk debug rule_disable "$rule" --session "$SESSION"
bsk debug rule_enable "$rule" --session "$SESSION"
bsk fill '[name=displayName]' --value 'Bob' --session "$SESSION"
bsk click '#save' --session "$SESSION"
bsk debug requests --session "$SESSION" --method POST
bsk debug rule_remove "$rule" --session "$SESSION"
request=$(bsk debug requests --session "$SESSION" --method POST | id_of POST)
bsk debug replay "$request" --session "$SESSION" --replay-file replay.json
bsk debug rules --session "$SESSION"
bsk debug stop --session "$SESSION"
