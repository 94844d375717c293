#!/bin/sh
# What the build can do, narrow lists, pins. $SESSION is open, $SITE is the shop.
set -eu
id_of() { sed -n "s/^\(n[0-9]*\)  *.*$1.*/\1/p" | head -n 1; }

# Of the command alone; extension is null because no browser was asked.
bsk debug capabilities
bsk debug capabilities --session "$SESSION"
bsk debug start --session "$SESSION"
bsk navigate "$SITE/profile" --session "$SESSION"
bsk evaluate 'fetch("/api/broken").then((answer) => answer.status)' --session "$SESSION"
bsk debug requests --session "$SESSION" --kind business --url /api/ --method POST --status 500 --limit 20 --budget 8192
bsk debug requests --session "$SESSION" --kind business --url /api/ --method GET --status 500 --limit 20 --budget 8192
bsk debug requests --session "$SESSION" --fields status,duration_ms,resource_type
request=$(bsk debug requests --session "$SESSION" --status 500 | id_of broken)
bsk debug pin "$request" --session "$SESSION"
bsk debug unpin "$request" --session "$SESSION"
bsk debug stop --session "$SESSION"
