#!/bin/sh
# Performance, aggregate, duplicates. $SESSION is open, $SITE is the shop.
set -eu
bsk debug start --session "$SESSION"
bsk navigate "$SITE/list" --session "$SESSION"
# Capture starts before navigation; no script in the page is needed.
bsk debug performance --session "$SESSION"
bsk debug aggregate --session "$SESSION" --url /api/ --slow-ms 1000
bsk debug duplicates --session "$SESSION" --window-ms 1000
# Requests touched by rules or replays, by name.
bsk debug aggregate --session "$SESSION" --include-controlled
bsk debug stop --session "$SESSION"
