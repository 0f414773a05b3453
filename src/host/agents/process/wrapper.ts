import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants } from 'node:fs'
import { openForReading, openForWriting } from '../../files/own-files.ts'
import type { AgentFolder } from '../folder/agent-folder.ts'
import type { Env } from '../drivers/driver.ts'

/**
 * Claims the launch, runs the agent, records how it ended. `set -C` creates `start` with O_EXCL:
 * if a recovering host created it first, it has fenced this launch, and the failing `exec` ends
 * the shell before the agent runs. Descriptor 3 is the `exit` file, which the host has created: a
 * name that is opened after the agent has run could be a link by then. The trap must not be `trap ""`: ignored signals are inherited,
 * and the agent would survive SIGTERM. Without any trap the group's SIGTERM would end the shell
 * before it has written `exit`. `read` and `echo` are builtins: on Linux only the agent is forked.
 * A thread that moves itself (`tasks`, cgroup v1) does not have to wait for every CPU, unlike a
 * process. If the shell cannot be moved into the control group, the agent runs anyway.
 */
export const WRAPPER_SCRIPT = `
trap : TERM INT HUP
dir=$1
cgroup=$2
shift 2
set -C
exec 4>"$dir/start" || exit 125
set +C
if read -r stat </proc/$$/stat; then
  printf '%s\\n' "$stat" >&4
else
  printf '%s %s\\n' "$$" "$(LC_ALL=C TZ=UTC0 ps -o lstart= -p $$)" >&4
fi 2>/dev/null
exec 4>&-
if [ -f "$cgroup/tasks" ]; then
  echo 0 >"$cgroup/tasks"
elif [ -n "$cgroup" ]; then
  echo $$ >"$cgroup/cgroup.procs"
fi 2>/dev/null
"$@" 3>&-
status=$?
printf '%s\\n' "$status" >&3
exit "$status"
`

const LOG = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

export type WrapperSpawn = {
  folder: AgentFolder
  command: string
  args: readonly string[]
  cwd: string
  env: Env
  /** The control group to run in. */
  cgroup?: string | undefined
  /** stdout and stderr both go to `out`. */
  isOneLog?: boolean
}

/** The agent reads and writes files, not pipes, so it survives the end of its host. */
export const spawnWrapper = (wrapper: WrapperSpawn): ChildProcess => {
  const { folder, command, args, cwd, env, cgroup = '', isOneLog = false } = wrapper
  const fds: number[] = []
  try {
    fds.push(openForReading(folder.prompt))
    fds.push(openForWriting(folder.out, LOG))
    fds.push(openForWriting(isOneLog ? folder.out : folder.err, LOG))
    fds.push(openForWriting(folder.exit, NEW))
    const own = ['-c', WRAPPER_SCRIPT, 'sdd-agent', folder.path, cgroup]
    return spawn('/bin/sh', [...own, command, ...args], {
      cwd,
      env,
      detached: true,
      stdio: fds,
    })
  } finally {
    for (const fd of fds) closeSync(fd)
  }
}
