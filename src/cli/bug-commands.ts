import type { Listed } from './commands.ts'

/** The verbs of specs that bugs have too, in the order of the help. */
export const BUG_COMMANDS: Record<string, Listed & { help: string }> = {
  new: {
    positionals: ['NAME'],
    summary: 'report a bug',
    help: `
Creates .kiro/bugs/NAME with its bug.json and report.md. NAME consists of lowercase letters, digits
and dashes. The description says what is wrong and how it shows; "-" reads it from stdin.`,
    load: () => import('./commands/new.ts'),
  },
  run: {
    positionals: ['NAME'],
    summary: 'run a bug from where it stands: analyze, fix, verify, deploy',
    help: `
Runs a bug phase by phase and shows its progress. A paused one is resumed; a run whose host crashed is
recovered. A phase that is NOGO is skipped; deploy never runs without a passed verification. After a
verification that says no, the fix runs again, at most three times.

--go and --nogo first change the bug's permissions, permanently; P is one of analyze, fix, verify,
deploy. Ctrl+C stops the run cleanly.`,
    load: () => import('./commands/runs/run.ts'),
  },
  status: {
    positionals: ['[NAME]'],
    summary: 'show where every bug stands',
    help: `
Shows where every bug stands, or one of them in detail, from the files alone: no host is needed and
nothing is written.`,
    load: () => import('./commands/look/status.ts'),
  },
  report: {
    positionals: ['NAME'],
    summary: 'show how a bug went',
    help: `
How that bug went over all of its runs: verdict, checks, files, time, cost, what was decided for you,
and what to do next. --html writes the same as one file that opens in any browser, offline.`,
    load: () => import('./commands/look/report.ts'),
  },
  list: {
    positionals: [],
    summary: 'list bugs with their state',
    help: `
Lists the bugs of the project with their state, one per line, from the files alone.`,
    load: () => import('./commands/items/list.ts'),
  },
  stop: {
    positionals: ['NAME'],
    summary: 'stop a run, from any terminal',
    help: `
Stops the run of a bug and returns when every process of its agent has ended. Also stops the agent of
a run whose host crashed. It is not an error if nothing is running.`,
    load: () => import('./commands/runs/stop.ts'),
  },
  resume: {
    positionals: ['NAME'],
    summary: 'resume a paused or failed run',
    help: `
Resumes a run that is paused or in error, from the current documents. When all fix cycles are
used, each resume allows one more fix and verification.`,
    load: () => import('./commands/runs/resume.ts'),
  },
  retry: {
    positionals: ['NAME'],
    summary: 'rerun from a phase',
    help: `
Reruns the given phase and all phases after it: analyze, fix or verify. One phase can be retried three
times in a run; reset clears that count.`,
    load: () => import('./commands/runs/retry.ts'),
  },
  reset: {
    positionals: ['NAME'],
    summary: 'clear an error and the counts of a run',
    help: `
Clears the error of a bug, its count of fixes and its count of retries, so that it can run again. No
document is changed and nothing is started.`,
    load: () => import('./commands/runs/reset.ts'),
  },
  phase: {
    positionals: ['NAME', 'PHASE'],
    summary: 'run just one phase',
    help: `
Runs just one phase: analyze, fix or verify. NOGO is ignored and nothing is repeated.`,
    load: () => import('./commands/runs/phase.ts'),
  },
  deploy: {
    positionals: ['NAME'],
    summary: 'merge, commit or open a pull request for a verified fix',
    help: `
Deploys the fix now, whether deploy is GO or not, as the setting "deploy" says. The verification must
have passed on exactly this code, and so must every check, on the code that becomes the base.`,
    load: () => import('./commands/runs/deploy.ts'),
  },
  permit: {
    positionals: ['NAME'],
    summary: 'set phases to GO or NOGO, also while it runs',
    help: `
Sets phases to GO or NOGO. A run checks them before every launch; a phase that is NOGO is skipped.`,
    load: () => import('./commands/decisions/permit.ts'),
  },
  budget: {
    positionals: ['NAME'],
    summary: 'show or set what a bug may cost',
    help: `
Without options: what this bug may cost and what its agents have used so far. With options: sets its
limits, also while it runs; "none" removes one.`,
    load: () => import('./commands/decisions/budget.ts'),
  },
  answer: {
    positionals: ['NAME', '[ANSWER]', '[TEXT]'],
    summary: 'show and answer what stopped a run, or what an agent asks',
    help: `
Without ANSWER: what stopped the run, question by question, each with its key and its options.
Otherwise ANSWER is your answer; "-" reads it from stdin. If several questions are open, ANSWER is the
key of one and TEXT its answer. Your answer is kept as your decision and goes to every later agent.
While an agent is waiting for permission to use a tool, the answer is allow, always or deny.`,
    load: () => import('./commands/decisions/answer.ts'),
  },
  tell: {
    positionals: ['NAME', 'TEXT'],
    summary: 'send the agent an instruction',
    help: `
Sends an instruction to the next agent of this bug, in this run or the next one; "-" reads it from
stdin. With --now the running agent is stopped and resumes its session with the instruction.`,
    load: () => import('./commands/decisions/tell.ts'),
  },
  archive: {
    positionals: ['[NAME]'],
    summary: 'archive a bug; list and restore what was archived or deleted',
    help: `
Moves a bug to .kiro/archive, with everything in its folder. --list shows the bugs that were archived
or deleted, newest first; --restore moves one to where it was. Stop it first if it is running.`,
    load: () => import('./commands/items/archive.ts'),
  },
  delete: {
    positionals: ['NAME'],
    summary: 'move a bug to the trash',
    help: `
Moves a bug to the trash, .kiro/runtime/trash, with everything in its folder; git does not see it
there. It asks first; --yes does not ask. It can be restored: {sdd} bug archive --list.`,
    load: () => import('./commands/items/delete.ts'),
  },
  ask: {
    positionals: ['NAME', 'TEXT'],
    summary: 'ask an agent about a bug; it may only read',
    help: `
Asks an agent about a bug. The agent may only read; files that it changes anyway are listed.
The next question continues the conversation; --new starts another one. "-" reads the question from stdin.`,
    load: () => import('./commands/ask.ts'),
  },
  log: {
    positionals: ['NAME'],
    summary: 'show the event log of a bug',
    help: `
Prints the event log of a bug, and that of the older tool if there is one. With --follow it keeps
printing what is added until Ctrl+C. With --prompt it prints the exact prompt of the newest agent of
the bug, or of the agent given with --agent.`,
    load: () => import('./commands/look/log.ts'),
  },
}
