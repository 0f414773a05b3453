import { specNamed } from '../../contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { COMPLETION_REASONS, ERROR_REASONS, PAUSE_REASONS } from '../../contracts/reasons.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { configSchema } from '../../core/settings/config-schema.ts'
import { effectiveValues } from '../../host/config/config-keys.ts'
import { exitCodeOf } from '../exit-codes.ts'
import { projectAt } from '../project.ts'
import { commandLine } from './commands/command-line.ts'
import { wordsForEnding, type Ending } from './reason-words.ts'
import { fitted, safeText } from './safe-text.ts'
import { wordsForRejection } from './wording.ts'

const project = projectAt('/home/me/my project', true)
const item = specNamed('login')
const ENDED = { name: item.name, asks: null, worktree: null, deployed: null } as const

const REJECTIONS: { [C in Rejection['code']]: [Extract<Rejection, { code: C }>, number] } = {
  ALREADY_EXECUTING: [{ code: 'ALREADY_EXECUTING', item }, 5],
  ASK_BUSY: [{ code: 'ASK_BUSY' }, 5],
  BAD_NAME: [{ code: 'BAD_NAME', name: '../x' }, 2],
  NOT_FOUND: [{ code: 'NOT_FOUND', item }, 2],
  ALREADY_EXISTS: [{ code: 'ALREADY_EXISTS', item }, 2],
  IMPL_LIMIT: [{ code: 'IMPL_LIMIT', item, done: 1, total: 3 }, 4],
  NOTHING_TO_RESUME: [{ code: 'NOTHING_TO_RESUME', item, status: 'idle' }, 2],
  BUDGET_SPENT: [{ code: 'BUDGET_SPENT', item, kind: 'usd', spent: 5.2, budget: 5 }, 3],
  NO_QUESTION: [{ code: 'NO_QUESTION', item }, 2],
  NO_OPEN_RELEASE: [{ code: 'NO_OPEN_RELEASE', item }, 2],
  NOTHING_ASKED: [{ code: 'NOTHING_ASKED', item }, 2],
  NOT_ASKED: [{ code: 'NOT_ASKED', item, key: 'X1', asked: ['W1', 'W2'] }, 2],
  ASKED_EARLIER: [
    { code: 'ASKED_EARLIER', item, keys: ['W1'], document: 'document-review-2-reply.md' },
    2,
  ],
  PRECONDITION: [
    {
      code: 'PRECONDITION',
      item,
      phase: 'tasks',
      missing: [{ phase: 'design', needs: 'approved' }],
    },
    2,
  ],
  NOT_GENERATED: [{ code: 'NOT_GENERATED', item, phase: 'design' }, 2],
  NO_REVIEW_TO_FIX: [{ code: 'NO_REVIEW_TO_FIX', item }, 2],
  NOT_IN_WORKFLOW: [{ code: 'NOT_IN_WORKFLOW', item, phase: 'design', workflow: 'quick' }, 2],
  RETRY_LIMIT: [{ code: 'RETRY_LIMIT', item, phase: 'fix', limit: 3 }, 2],
  NO_FINDINGS_TO_FIX: [{ code: 'NO_FINDINGS_TO_FIX', item }, 2],
  PERMISSION_CONFLICT: [{ code: 'PERMISSION_CONFLICT', phase: 'impl' }, 2],
  AGENT_UNKNOWN: [{ code: 'AGENT_UNKNOWN', agent: 'codex', known: ['claude'] }, 2],
  PLAN_WRITES_NOTHING: [
    { code: 'PLAN_WRITES_NOTHING', item: specNamed('login'), phase: 'design' },
    2,
  ],
  AGENT_CANNOT_ASK: [{ code: 'AGENT_CANNOT_ASK', agent: 'codex', phase: 'impl' }, 2],
  AGENT_MISSING: [
    {
      code: 'AGENT_MISSING',
      agent: 'claude',
      command: 'claude',
      variable: 'SDD_CLAUDE_COMMAND',
    },
    2,
  ],
  AGENT_NOT_EXECUTABLE: [{ code: 'AGENT_NOT_EXECUTABLE', agent: 'claude', path: '/bin/x' }, 2],
  NOT_TRUSTED: [
    {
      code: 'NOT_TRUSTED',
      item,
      findings: [
        {
          id: '.claude/settings.json',
          kind: 'agent-file',
          details: ['hook Stop: touch x'],
          digest: '',
          change: 'new',
        },
      ],
    },
    2,
  ],
  AGENT_NOT_ISOLATED: [{ code: 'AGENT_NOT_ISOLATED', agent: 'opencode' }, 2],
  SPEC_UNREADABLE: [{ code: 'SPEC_UNREADABLE', file: '/a/spec.json', detail: 'line 1' }, 4],
  JOURNAL_UNREADABLE: [{ code: 'JOURNAL_UNREADABLE', file: '/a/event-log.jsonl', detail: 'x' }, 4],
  BAD_CONFIG: [{ code: 'BAD_CONFIG', file: '/c.json', key: 'agent', allowed: 'claude' }, 2],
  NOT_WRITABLE: [{ code: 'NOT_WRITABLE', path: '/p', detail: 'EACCES' }, 2],
  LINK_REFUSED: [{ code: 'LINK_REFUSED', path: '/p' }, 2],
  NO_DOCUMENT: [{ code: 'NO_DOCUMENT', item, document: 'a.md' }, 2],
  DOCUMENT_CHANGED: [{ code: 'DOCUMENT_CHANGED', item, document: 'a.md', version: null }, 2],
  DOCUMENT_TOO_LARGE: [{ code: 'DOCUMENT_TOO_LARGE', document: 'a.md', limit: 2_097_152 }, 2],
  DOCUMENT_OVERSIZED: [
    { code: 'DOCUMENT_OVERSIZED', file: '/a/tasks.md', size: 17_825_792, limit: 16_777_216 },
    4,
  ],
  NO_CHECK: [{ code: 'NO_CHECK', check: 'test' }, 2],
  CHECK_EXISTS: [{ code: 'CHECK_EXISTS', check: 'test' }, 2],
  CHECK_PERSONAL: [{ code: 'CHECK_PERSONAL', check: 'test' }, 2],
  COMMAND_MISSING: [{ code: 'COMMAND_MISSING', setting: 'worktree.setup', program: 'uv' }, 2],
  CHECK_MISSING: [{ code: 'CHECK_MISSING', check: 'test', program: 'pytest' }, 2],
  CONFIG_NOT_USED: [{ code: 'CONFIG_NOT_USED', file: '/p/.kiro/sdd-orchestrator.json' }, 2],
  NO_COMMENT: [{ code: 'NO_COMMENT', id: 'comment_1' }, 2],
  NOT_IN_ARCHIVE: [{ code: 'NOT_IN_ARCHIVE', id: 'login-2' }, 2],
  NO_PROJECT: [{ code: 'NO_PROJECT', project: 'p_0123456789ab' }, 2],
  NOT_A_FOLDER: [{ code: 'NOT_A_FOLDER', path: '/nowhere' }, 2],
  PROJECT_ELSEWHERE: [{ code: 'PROJECT_ELSEWHERE', dir: '/p', pid: 42 }, 2],
  UNKNOWN_SETTING: [{ code: 'UNKNOWN_SETTING', key: 'colour' }, 2],
  LOCAL_ONLY: [{ code: 'LOCAL_ONLY' }, 2],
  REMOTE_OFF: [{ code: 'REMOTE_OFF' }, 2],
  NOT_IN_FLEET: [{ code: 'NOT_IN_FLEET', method: 'archive' }, 2],
  NO_FLEET: [{ code: 'NO_FLEET' }, 2],
  ROLE_NEEDED: [{ code: 'ROLE_NEEDED', role: 'operator' }, 2],
  NO_WORKER: [{ code: 'NO_WORKER', worker: 'worker_1' }, 2],
  ADDRESS_UNAVAILABLE: [{ code: 'ADDRESS_UNAVAILABLE', address: '10.0.0.1', detail: 'in use' }, 2],
  BAD_HOST_NAME: [{ code: 'BAD_HOST_NAME', host: 'a b' }, 2],
  NO_DEVICE: [{ code: 'NO_DEVICE', device: 'device_1' }, 2],
  CODE_BEGUN: [{ code: 'CODE_BEGUN', item, workspace: 'worktree' }, 2],
  NO_SAVED_WORK: [{ code: 'NO_SAVED_WORK', ref: 'refs/sdd/saved/spec/login/1' }, 2],
  FOLDER_NOT_EMPTY: [{ code: 'FOLDER_NOT_EMPTY', path: '/home/me/x' }, 2],
  GIT_REFUSED: [{ code: 'GIT_REFUSED', detail: 'no branch: run "git switch main"' }, 2],
  HOST_FAILED: [{ code: 'HOST_FAILED', operation: 'ENOSPC', detail: 'no space left' }, 4],
}

describe('wording', () => {
  it.each(Object.values(REJECTIONS))('names thing, place and remedy of %o', (rejection, code) => {
    const { message, remedy } = wordsForRejection(rejection, project)
    expect(exitCodeOf(rejection)).toBe(code)
    expect(remedy.length).toBeGreaterThan(10)
    const { code: _, ...things } = rejection
    const texts = Object.values(things).filter((value) => typeof value === 'string')
    for (const text of texts) expect(`${message} ${remedy}`).toContain(text)
    if (remedy.includes(`${commandLine()} `))
      expect(remedy).toContain(`--project '/home/me/my project'`)
  })

  it.each([...PAUSE_REASONS, ...ERROR_REASONS])(
    'tells for the reason %s what the user can do now',
    (reason) => {
      const ending = { ...ENDED, reason, phase: 'impl', round: 2, logs: 'logs' } as const
      const { what, todo } = wordsForEnding(ending, project)
      expect(what).not.toBe('')
      expect(todo.join('\n')).toContain(`${commandLine()} `)
    },
  )

  it.each(COMPLETION_REASONS)('has words for the completion %s', (reason) => {
    const ending = { ...ENDED, reason, phase: 'impl', round: null, logs: '' } as const
    expect(wordsForEnding(ending, project).what).not.toBe('')
  })

  it('B6 a name that no bug can have is called one', () => {
    const words = wordsForRejection({ code: 'BAD_NAME', name: 'Bad Name', kind: 'bug' }, project)
    expect(words.message).toBe('"Bad Name" is not a valid bug name')
    expect(words.remedy).toContain('double-charge')
  })

  it('E4 says where the code is: in the checkout, on its branch, or deployed', () => {
    const done = { ...ENDED, reason: 'done', phase: 'deploy', round: null, logs: '' } as const
    const todo = (ending: Partial<Ending>) =>
      wordsForEnding({ ...done, ...ending }, project).todo.join('\n')
    expect(todo({})).toContain('The code is in /home/me/my project')
    const worktree = { path: '/home/me/trees/login', branch: 'feature/login', base: 'main' }
    expect(todo({ worktree })).toContain('on branch feature/login, in /home/me/trees/login')
    expect(todo({ worktree })).toContain('Deploy it to main: ')
    const deployed = { commit: '0123456789abcdef', url: null }
    expect(todo({ deployed })).toContain('show 0123456789ab')
    expect(todo({ deployed: { ...deployed, url: 'https://example.org/1' } })).toContain(
      'Merge it: https://example.org/1',
    )
  })

  it('knows every key of the configuration', () => {
    const known = new Set(effectiveValues([]).map(({ key }) => key.split('.')[0]))
    expect(known).toEqual(new Set(Object.keys(configSchema.shape)))
  })
})

describe('text of others', () => {
  it('X20 cannot move the cursor or reorder what is read', () => {
    expect(safeText('a\u001B[2Jb\u0007\u202Ec\rd', false)).toBe('abcd')
    expect(safeText('\u001B[31mred\u001B[0m\u001B[2J', true)).toBe('\u001B[31mred\u001B[0m')
  })

  it('is cut to the cells of the terminal, wide characters counted twice', () => {
    expect(fitted('日本語の文', 7)).toBe('日本語…')
    expect(fitted('\u001B[2mabcdef\u001B[22m', 4)).toBe('\u001B[2mabc\u001B[22m…')
    expect(fitted('abc', 3)).toBe('abc')
  })
})
