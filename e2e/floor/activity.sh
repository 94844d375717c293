#!/bin/sh
# What runs now, and waiting for it. $SESSION is open.
set -eu
bsk debug activity --session "$SESSION"
bsk evaluate 'new Promise((done) => setTimeout(done, 4000, "done"))' --session "$SESSION" &
running=""
tries=0
while [ -z "$running" ] && [ "$tries" -lt 100 ]; do
  running=$(bsk debug activity --session "$SESSION" --json | sed -n 's/.*"command_id": "\([^"]*\)".*/\1/p')
  tries=$((tries + 1))
done
bsk debug wait --session "$SESSION" --command-id "$running" --wait-ms 0
bsk debug wait --session "$SESSION" --command-id "$running" --wait-ms 10000
bsk debug wait --session "$SESSION"
wait
