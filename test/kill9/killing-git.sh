#!/bin/sh
# A stand-in for git that counts its calls and kills the host at one of them.
echo x >> "$SDD_GIT_CALLS"
call=$(wc -l < "$SDD_GIT_CALLS")
if [ "$call" -ne "$SDD_KILL_CALL" ]; then exec "$SDD_REAL_GIT" "$@"; fi
case "$SDD_KILL_AT" in
  before) ;;
  after) "$SDD_REAL_GIT" "$@" > /dev/null ;;
  half)
    "$SDD_REAL_GIT" "$@" <&0 > /dev/null 2>&1 &
    git=$!
    sleep "$SDD_KILL_AFTER"
    kill -9 "$git" 2> /dev/null
    ;;
esac
kill -9 "$PPID"
