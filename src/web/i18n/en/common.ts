import type { PermissionAnswer } from '../../../contracts/launch/agent.ts'
import type { Phase } from '../../../contracts/phases.ts'
import { usdInWords } from '../../../core/state/spent.ts'
import type { CellState } from '../../../core/views/phase-cells.ts'
import { clockIn } from '../clock.ts'

const phases: Record<Phase, string> = {
  requirements: 'Requirements',
  design: 'Design',
  tasks: 'Tasks',
  'document-review': 'Review',
  impl: 'Implementation',
  inspection: 'Inspection',
  analyze: 'Analysis',
  fix: 'Fix',
  verify: 'Verification',
  deploy: 'Deploy',
}
const shortPhases: Record<Phase, string> = {
  requirements: 'Req',
  design: 'Design',
  tasks: 'Tasks',
  'document-review': 'Review',
  impl: 'Impl',
  inspection: 'Inspect',
  analyze: 'Analyze',
  fix: 'Fix',
  verify: 'Verify',
  deploy: 'Deploy',
}
const cells: Record<CellState, string> = {
  done: 'done',
  running: 'running',
  queued: 'queued',
  waiting: 'needs you',
  failed: 'failed',
  nogo: 'NOGO',
  todo: 'to do',
}
const answers: Record<PermissionAnswer, string> = {
  allow: 'Allow',
  'allow-always': 'Always allow',
  deny: 'Deny',
}

export const common = {
  appName: 'SDD Orchestrator',
  phases,
  shortPhases,
  cells,
  reply: 'Review reply',
  clarify: 'Questions first',
  stoppedBefore: (phase: string) => `Done. Stopped before ${phase}, as set`,
  nav: {
    board: 'Board',
    inbox: 'Inbox',
    agents: 'Agents',
    report: 'Report',
    insights: 'Insights',
    settings: 'Settings',
    workers: 'Workers',
    main: 'Main navigation',
    skip: 'Skip to content',
  },
  inboxTitle: (count: number) => (count === 1 ? '1 needs you' : `${count} need you`),
  actions: {
    start: 'Run',
    resume: 'Resume',
    stop: 'Stop',
    reset: 'Reset',
    approve: 'Approve',
    reject: 'Reject…',
    releaseHasRun: 'It has run: continue',
    releaseAgain: 'Run it again',
    approveReviewAndResume: 'Accept as is and continue',
    permitAndStart: (phase: string) => `Enable ${phase} and run`,
    retry: (phase: string) => `Rerun from ${phase}`,
    runPhase: (phase: string) => `Run just ${phase}`,
    applyFixes: 'Apply fixes',
    fixFindings: 'Fix the findings',
    deploy: 'Deploy',
    budget: 'Raise budget…',
    resetAndStart: 'Reset and run',
    review: (phase: string) => `Review ${phase}`,
    reviewShort: 'Review',
    seeQuestion: 'Answer…',
    seeProblem: 'How to fix…',
    viewChanges: 'View changes',
    answer: 'Answer…',
    answers,
  },
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  delete: 'Delete',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  search: 'Search',
  more: 'More',
  unknown: 'unknown',
  none: 'none',
  connection: {
    connecting: 'Connecting…',
    online: 'Live',
    offline: 'Connection lost. Trying again…',
    refused: 'This device is no longer paired',
    refusedHelp:
      'Open the link that sdd open prints, or pair again in Settings → Remote access on the computer that runs the agents.',
  },
  ago: (seconds: number) => {
    if (seconds < 10) return 'now'
    if (seconds < 60) return `${Math.floor(seconds)} s ago`
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
    if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
    return `${Math.floor(seconds / 86_400)} d ago`
  },
  duration: (seconds: number) => {
    const s = Math.max(0, Math.floor(seconds))
    if (s < 60) return `${s} s`
    if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`
    return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`
  },
  /** A short form for tight spaces. */
  about: (seconds: number) => {
    if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
    return seconds < 48 * 3600
      ? `${Math.round(seconds / 3600)} h`
      : `${Math.round(seconds / 86_400)} d`
  },
  tokens: (count: number) =>
    count < 1000
      ? `${count}`
      : count < 1_000_000
        ? `${(count / 1000).toFixed(1)}k`
        : `${(count / 1_000_000).toFixed(1)}M`,
  cost: (usd: number) => usdInWords(usd),
  minutes: (minutes: number) => `${Math.round(minutes * 10) / 10} min`,
  atLeast: (amount: string) => `≥ ${amount}`,
  clock: clockIn('en'),
}
