#!/bin/sh
# Takes the place of the claude CLI. Uses only shell builtins unless the scenario needs more: one
# fork would take longer than everything else.

dir=${SDD_MOCK_DIR:-${0%/*}}
agent=${SDD_AGENT_ID:-none}
feature=${SDD_SPEC:-${SDD_BUG:-none}}
phase=${SDD_PHASE:-none}
round=${SDD_ROUND:--}
number=${SDD_ROUND:-1}
spec=${SDD_SPEC_DIR:-.}
who="$agent $feature $phase $round ${SDD_ATTEMPT:-1} $$"
nl='
'

printf 'start %s\n' "$who" >>"$dir/calls.log"

call=0
if [ -f "$dir/count.$feature.$phase" ]; then read -r call <"$dir/count.$feature.$phase"; fi
call=$((call + 1))
printf '%s\n' "$call" >"$dir/count.$feature.$phase"

m_delay= m_tasks=4 m_optional=0 m_ticks=all m_reviews=0:0 m_edit=1 m_verdicts=GO m_verified=VERIFIED
m_says= m_exit=0 m_skip= m_empty= m_has_raw= m_raw= m_no_result= m_is_error=false m_denied=
m_cost=0.001 m_status= m_resets= m_asks= m_uses=
m_hang= m_kill= m_hold= m_when=before m_ignore_term= m_escape= m_flood=0 m_record=
m_also_write() { :; }
m_write_here() { :; }
if [ -f "$dir/scenario.sh" ]; then . "$dir/scenario.sh"; fi

# Picks word number $1 of the following words; the last word repeats.
pick() {
  wanted=$1
  shift
  while [ "$wanted" -gt 1 ] && [ "$#" -gt 1 ]; do
    shift
    wanted=$((wanted - 1))
  done
  picked=$1
}

write() {
  if [ -n "$m_skip" ]; then return; fi
  if [ -n "$m_empty" ]; then
    : >"$spec/$1"
  elif [ -n "$m_has_raw" ]; then
    printf '%s' "$m_raw" >"$spec/$1"
  else
    printf '%s\n\nWritten by %s.\n' "$2" "$agent" >"$spec/$1"
  fi
}

write_tasks() {
  text="# Tasks: $feature$nl"
  i=1
  while [ "$i" -le "$m_tasks" ]; do
    text="$text$nl- [ ] $i. Part $i$nl  - _Requirements: 1.1_"
    i=$((i + 1))
  done
  while [ "$i" -le $((m_tasks + m_optional)) ]; do
    text="$text$nl- [ ]* $i. Extra $i"
    i=$((i + 1))
  done
  write tasks.md "$text"
}

tick_tasks() {
  pick "$call" $m_ticks
  if [ "$picked" = all ]; then picked=1000000; fi
  box='- [ ] '
  text=
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    *"$box"*)
      if [ "$picked" -gt 0 ]; then
        line="${line%%"$box"*}- [x] ${line#*"$box"}"
        picked=$((picked - 1))
      fi
      ;;
    esac
    text=$text$line$nl
  done <"$spec/tasks.md"
  # Written in place (same length): a signal after truncating would otherwise leave no tasks.
  printf '%s' "$text" 1<>"$spec/tasks.md"
}

implement() {
  if [ -n "$m_skip" ]; then return; fi
  if [ -n "$m_empty$m_has_raw" ]; then
    write tasks.md ''
  elif [ -f "$spec/tasks.md" ]; then
    tick_tasks
  fi
}

pick_counts() {
  pick "$number" $m_reviews
  fix=${picked%:*}
  discuss=${picked#*:}
}

write_review() {
  pick_counts
  write "document-review-$number.md" "# Document Review $number

## Summary

| Severity | Issues |
|---|---|
| Critical | 0 |
| Warning | $((fix + discuss)) |
| Info | 0 |"
}

# The prompt names the mode in its first lines; reading all of it byte by byte would be slow.
read_mode() {
  mode=autofix
  i=0
  while [ "$i" -lt 5 ] && IFS= read -r line; do
    case $line in 'Mode of this run: '*) mode=${line##* } ;; esac
    i=$((i + 1))
  done
}

write_reply() {
  read_mode
  pick_counts
  status=pending
  if [ "$fix" = 0 ] && [ "$discuss" = 0 ]; then status=approved; fi
  if [ "$mode" != fix ]; then
    write "document-review-$number-reply.md" "# Document Review Reply $number

## Summary

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
|---|---|---|---|---|
| Critical | 0 | 0 | 0 | 0 |
| Warning | $((fix + discuss)) | $fix | 0 | $discuss |
| Info | 0 | 0 | 0 | 0 |

Status: $status"
  fi
  if [ "$mode" != reply ] && [ "$m_edit" = 1 ] && [ "$fix" -gt 0 ]; then
    printf 'Revised after review %s by %s.\n' "$number" "$agent" >>"$spec/design.md"
  fi
}

write_verification() {
  pick_verified "$number"
  write verification.md "# Verification: $feature

Verdict: $picked"
}

# Verdicts contain spaces, so they are separated by commas.
pick_verified() {
  old_ifs=$IFS
  IFS=,
  pick "$1" $m_verified
  IFS=$old_ifs
}

write_inspection() {
  pick "$number" $m_verdicts
  write "inspection-$number.md" "# Inspection $number

## Summary

Judgment: $picked

## Findings

| ID | Severity | Where | Finding | Needed |
|---|---|---|---|---|

## Next Steps

None"
}

write_document() {
  case $phase in
  clarify)
    write questions.md "# Questions: $feature

## Q1: Who may use it?

Why: the description does not say.

Suggested: Everyone"
    ;;
  requirements)
    write requirements.md "# Requirements: $feature

### Requirement 1: It works

#### Acceptance Criteria

1. When it is called, the $feature service shall answer."
    ;;
  design)
    write design.md "# Design: $feature

\`\`\`mermaid
flowchart LR
  Caller --> Service
\`\`\`"
    ;;
  tasks) write_tasks ;;
  document-review) write_review ;;
  document-review-reply) write_reply ;;
  impl) implement ;;
  inspection) write_inspection ;;
  analyze) write analysis.md "# Analysis: $feature" ;;
  fix) write fix.md "# Fix: $feature" ;;
  verify) write_verification ;;
  esac
  m_also_write
  m_write_here
}

misbehave() {
  if [ -n "$m_hold" ]; then : <"$dir/gate.$m_hold"; fi
  if [ -n "$m_kill" ]; then kill -s "$m_kill" $$; fi
  if [ -n "$m_hang" ]; then exec sleep 600; fi
}

# Both leave the process group; the second one has lost its parent as well.
escape() {
  own_session=
  if command -v setsid >/dev/null; then own_session=setsid; fi
  $own_session sleep 600 </dev/null >/dev/null 2>&1 &
  printf 'child %s %s\n' "$agent" "$!" >>"$dir/calls.log"
  (
    $own_session sleep 600 </dev/null >/dev/null 2>&1 &
    printf 'child %s %s\n' "$agent" "$!" >>"$dir/calls.log"
  )
}

# Like the bridge: asks, and waits for a file with the answer.
ask() {
  id=q$call
  printf '{"type":"sdd-event","event":{"type":"permission-asked","id":"%s","tool":"%s","input":{"command":"npm test"}}}\n' \
    "$id" "$m_asks"
  while [ ! -f "$SDD_AGENT_DIR/answers/$id.json" ]; do sleep 0.02; done
  IFS= read -r answer <"$SDD_AGENT_DIR/answers/$id.json" || :
  answer=${answer#*'"answer":"'}
  printf '{"type":"sdd-event","event":{"type":"permission-answered","id":"%s","answer":"%s","by":"person"}}\n' \
    "$id" "${answer%%'"'*}"
  printf 'answered %s %s\n' "$agent" "${answer%%'"'*}" >>"$dir/answers.log"
}

# The model's server has refused the request, so nothing is done.
refused() {
  if [ -n "$m_resets" ]; then
    printf '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":%s}}\n' \
      "$m_resets"
  fi
  printf '{"type":"result","subtype":"success","is_error":true,"api_error_status":%s,"result":"API Error: %s","session_id":"%s","usage":{"input_tokens":0,"output_tokens":0},"permission_denials":[]}\n' \
    "$m_status" "$m_status" "$session"
  printf 'end %s 1\n' "$who" >>"$dir/calls.log"
  exit 1
}

flood() {
  pad='0123456789 abcdefghijklmnopqrstuvwxyz 日本語の文字列 '
  pad=$pad$pad$pad$pad
  pad=$pad$pad$pad
  i=0
  while [ "$i" -lt $((m_flood * 1024)) ]; do
    printf '{"type":"assistant","message":{"content":[{"type":"text","text":"flood %s %s"}]}}\n' \
      "$i" "$pad"
    i=$((i + 1))
  done
}

session=mock-$agent
previous=
for argument in "$@"; do
  case $previous in --session-id) session=$argument ;; esac
  case $argument in --resume=*) session=${argument#--resume=} ;; esac
  previous=$argument
done

if [ -n "$m_ignore_term" ]; then trap '' TERM INT HUP; fi
if [ -n "$m_record" ]; then
  printf '%s\n' "$@" >"$dir/args.$agent"
  cat >"$dir/prompt.$agent"
  exec <"$dir/prompt.$agent"
fi

printf '{"type":"system","subtype":"init","session_id":"%s","model":"mock","tools":[]}\n' "$session"
if [ -n "$m_escape" ]; then escape; fi
if [ "$m_flood" -gt 0 ]; then flood; fi
if [ -n "$m_delay" ]; then sleep "$m_delay"; fi
if [ -n "$m_asks" ]; then ask; fi
if [ -n "$m_uses" ]; then printf '%s\n' "$m_uses"; fi
if [ "$m_when" = before ]; then misbehave; fi
if [ -n "$m_status" ]; then refused; fi
write_document
if [ "$m_when" = after ]; then misbehave; fi
if [ -z "$m_no_result" ]; then
  printf '{"type":"result","subtype":"success","is_error":%s,"result":"%s","session_id":"%s","num_turns":1,%s"usage":{"input_tokens":100,"output_tokens":10},"permission_denials":[%s]}\n' \
    "$m_is_error" "${m_says:-$phase ended}" "$session" "${m_cost:+\"total_cost_usd\":$m_cost,}" "$m_denied"
fi
printf 'end %s %s\n' "$who" "$m_exit" >>"$dir/calls.log"
exit "$m_exit"
