#!/bin/sh
# The walk: record a failing save, read it, stop, export. $SESSION is open, $SITE is the shop.
set -eu
id_of() { sed -n "s/^\([an][0-9]*\)  *.*$1.*/\1/p" | head -n 1; }

bsk debug start --session "$SESSION" --name 'Save fails'
bsk navigate "$SITE/profile" --session "$SESSION"
# Observe, fill and click as in any task.
bsk snapshot --session "$SESSION"
bsk fill '[name=displayName]' --value 'Bob' --session "$SESSION"
bsk click '#save' --session "$SESSION"
bsk debug status --session "$SESSION"
bsk debug operations --session "$SESSION"
operation=$(bsk debug operations --session "$SESSION" | id_of click)
bsk debug operation "$operation" --session "$SESSION"
request=$(bsk debug requests --session "$SESSION" --method POST | id_of POST)
bsk debug request "$request" --session "$SESSION" --part response
bsk debug request "$request" --session "$SESSION" --part response --pointer /error/code
bsk debug request "$request" --session "$SESSION" --part headers
bsk debug console --session "$SESSION"
bsk debug pages --session "$SESSION"
bsk debug stop --session "$SESSION"
bsk debug export --session "$SESSION" --output website-debug.json
bsk session stop "$SESSION"
