import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PUT_ASIDE } from '../../core/prompts/put-aside.ts'
import { AGENT_PHASES } from '../../contracts/phases.ts'
import { promptRequest } from '../../testkit/prompt-request.ts'
import { buildPrompt, type PromptRequest } from './build-prompt.ts'
import { PromptError } from './prompt-error.ts'

let projectDir: string
let specDir: string

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), 'prompt-'))
  specDir = join(projectDir, '.kiro/specs/login')
  mkdirSync(specDir, { recursive: true })
})

afterEach(() => rmSync(projectDir, { recursive: true, force: true }))

const request = (changes: Partial<PromptRequest> = {}): PromptRequest =>
  promptRequest(projectDir, { specDir, ...changes })

const put = (path: string, text: string): string => {
  const file = join(projectDir, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const comment = (changes: object = {}): object => ({
  id: 'c1',
  document: 'requirements.md',
  line: 4,
  quote: 'sign in',
  text: 'name the second factor',
  author: 'Kim',
  createdAt: '2026-01-01T00:00:00Z',
  ...changes,
})

const failure = (changes: Partial<PromptRequest> = {}): PromptError => {
  try {
    buildPrompt(request(changes))
  } catch (error) {
    if (error instanceof PromptError) return error
    throw error
  }
  throw new Error('no error')
}

describe('buildPrompt', () => {
  const everyRun: Pick<PromptRequest, 'phase' | 'round' | 'mode'>[] = [
    ...AGENT_PHASES.filter((phase) => phase !== 'document-review-reply').map((phase) => ({
      phase,
      round: /review|inspection/.test(phase) ? 2 : null,
      mode: null,
    })),
    ...(['reply', 'autofix', 'fix'] as const).map((mode) => ({
      phase: 'document-review-reply' as const,
      round: 2,
      mode,
    })),
  ]
  for (const { phase, round, mode } of everyRun) {
    for (const language of ['en', 'ja']) {
      it(`S2 renders ${phase} ${mode ?? ''} in ${language} with nothing left open`, () => {
        const rejection = 'too vague'
        const prompt = buildPrompt(request({ phase, round, mode, language, rejection }))
        expect(prompt).not.toMatch(/\{\{|\}\}|undefined/)
        expect(prompt).toContain(language === 'ja' ? 'Japanese (ja)' : 'English (en)')
        expect(prompt).toContain('.kiro/specs/login/')
        expect(prompt).not.toContain(projectDir)
        expect(prompt).toContain('People sign in with a passkey.')
        expect(prompt).toContain('never ask a question')
        expect(prompt).toMatch(/AGENTS\.md.*CLAUDE\.md/)
      })
    }
  }

  it('S2 names the file that each phase has to write', () => {
    const target = (changes: Partial<PromptRequest>) => buildPrompt(request(changes))
    expect(target({ phase: 'design' })).toContain('.kiro/specs/login/design.md')
    expect(target({ phase: 'tasks' })).toContain('.kiro/specs/login/tasks.md')
    expect(target({ phase: 'document-review', round: 3 })).toContain('login/document-review-3.md')
    expect(target({ phase: 'inspection', round: 4 })).toContain('login/inspection-4.md')
    const reply = target({ phase: 'document-review-reply', round: 3, mode: 'autofix' })
    expect(reply).toContain('login/document-review-3-reply.md')
  })

  it('S2 the reply is told to edit in autofix only, and to write no reply in fix', () => {
    const reply = (mode: 'reply' | 'autofix' | 'fix') =>
      buildPrompt(request({ phase: 'document-review-reply', round: 1, mode }))
    expect(reply('reply')).toContain('You change nothing else: not\nrequirements.md')
    expect(reply('reply')).not.toContain('Make every Fix Required edit now')
    expect(reply('autofix')).toContain('Make every Fix Required edit now')
    expect(reply('fix')).toContain('You write **no** new\nreply')
    expect(reply('fix')).not.toContain('Status: approved')
    for (const mode of ['reply', 'autofix', 'fix'] as const) {
      expect(reply(mode).split('\n').slice(0, 5)).toContain(`Mode of this run: ${mode}`)
    }
  })

  it('refuses a reply without a mode: it would neither reply nor fix', () => {
    const error = failure({ phase: 'document-review-reply', round: 1, mode: null })
    expect(error).toMatchObject({ code: 'prompt-invalid' })
  })

  it('X7 says that tasks may be put aside only where that is so', () => {
    const prompt = (skipsTasks: boolean) => buildPrompt(request({ phase: 'impl', skipsTasks }))
    expect(prompt(true)).toContain(PUT_ASIDE)
    expect(prompt(false)).not.toContain('put aside')
  })

  it('G2.1 the impl prompt is the same whatever is left in tasks.md', () => {
    put('.kiro/specs/login/tasks.md', '- [ ] 1. Alpha\n- [ ] 2. Beta\n')
    const first = buildPrompt(request({ phase: 'impl' }))
    put('.kiro/specs/login/tasks.md', '- [x] 1. Alpha\n- [ ] 2. Beta\n')
    expect(buildPrompt(request({ phase: 'impl' }))).toBe(first)
    expect(first).not.toMatch(/Alpha|Beta/)
  })

  it('R8 puts the reason of a rejection into the prompt', () => {
    const rejection = 'Passkeys only, no passwords.'
    expect(buildPrompt(request({ rejection }))).toContain(`<rejection>\n${rejection}\n</rejection>`)
    expect(buildPrompt(request())).not.toContain('<rejection>')
  })

  it('X20 keeps the description literal', () => {
    const description = 'Use `{{feature}}` and $(touch /tmp/x) {{#mode}}\n```sh\n$& $1'
    expect(buildPrompt(request({ description }))).toContain(description)
  })

  it('gives the spec folder absolutely when it lies outside of the working directory', () => {
    const worktree = join(projectDir, '.kiro/worktrees/specs/login')
    expect(buildPrompt(request({ projectDir: worktree }))).toContain(`${specDir}/requirements.md`)
  })

  it.each(AGENT_PHASES)('puts what people told into the prompt of %s', (phase) => {
    const told = { instructions: ['Use fewer parts.', 'In two\nlines.'], round: 1 }
    expect(buildPrompt(request({ phase, mode: 'autofix', ...told }))).toContain(
      '<instructions>\n- Use fewer parts.\n- In two\n  lines.\n</instructions>',
    )
    expect(buildPrompt(request({ phase, mode: 'autofix', round: 1 }))).not.toContain(
      '<instructions>',
    )
  })

  it('tells an agent that continues in its session only what is new', () => {
    const prompt = buildPrompt(request({ instructions: ['Use fewer parts.'], isReminder: true }))
    expect(prompt).toContain('- Use fewer parts.')
    expect(prompt).not.toContain('## Working rules')
  })

  it('a template of the project that knows nothing of instructions does not lose them', () => {
    put('.kiro/sdd/prompts/requirements.md', 'Ours for {{feature}}')
    expect(buildPrompt(request({ instructions: ['Use {{feature}} parts.'] }))).toBe(
      'Ours for login\n<instructions>\n- Use {{feature}} parts.\n</instructions>\n',
    )
  })

  it('prefers .kiro/sdd/prompts over the built-in prompt, and sees it change', () => {
    const file = put('.kiro/sdd/prompts/requirements.md', 'Ours for {{feature}}')
    expect(buildPrompt(request())).toBe('Ours for login')
    writeFileSync(file, 'Then for {{feature}}')
    utimesSync(file, new Date(), new Date(Date.now() + 5000))
    expect(buildPrompt(request())).toBe('Then for login')
    rmSync(file)
    expect(buildPrompt(request())).toContain('Write the requirements of `login`')
  })

  it('reads the earlier place too, after the new one', () => {
    put('.kiro/prompts/requirements.md', 'Earlier for {{feature}}')
    expect(buildPrompt(request())).toBe('Earlier for login')
    put('.kiro/sdd/prompts/requirements.md', 'Ours for {{feature}}')
    expect(buildPrompt(request())).toBe('Ours for login')
  })

  it('T4 an agent that is kept from the project gets our own prompt, and its rules as text', () => {
    put('.kiro/sdd/prompts/requirements.md', 'Theirs for {{feature}}')
    put('AGENTS.md', 'Use {{tabs}}.')
    put('CLAUDE.md', 'Be brief.')
    const prompt = buildPrompt(request({ isIsolated: true }))
    expect(prompt).not.toContain('Theirs')
    expect(prompt).toContain('<project-rules path="AGENTS.md">\nUse {{tabs}}.\n</project-rules>')
    expect(prompt).toContain('Be brief.')
  })

  it('names the override and the placeholder that it does not know', () => {
    const file = put('.kiro/sdd/prompts/requirements.md', 'Do {{task}}')
    expect(failure()).toMatchObject({
      code: 'prompt-invalid',
      file,
      cause: { placeholder: 'task' },
    })
    put('.kiro/sdd/prompts/requirements.md', ' \n')
    expect(failure()).toMatchObject({ code: 'prompt-invalid', file })
    rmSync(file)
    mkdirSync(file)
    expect(failure()).toMatchObject({ code: 'prompt-unreadable', file })
  })

  it('includes steering documents, and only names those that are too long or linked', () => {
    put('.kiro/steering/product.md', 'We sell tea.')
    put('.kiro/steering/notes.txt', 'not markdown')
    put('.kiro/steering/huge.md', 'x'.repeat(300_000))
    symlinkSync('/etc/hostname', join(projectDir, '.kiro/steering/linked.md'))
    const prompt = buildPrompt(request())
    expect(prompt).toContain(
      '<steering path=".kiro/steering/product.md">\nWe sell tea.\n</steering>',
    )
    expect(prompt).toMatch(
      /- `\.kiro\/steering\/huge\.md`: left out.*200 KB.*\n- `\.kiro\/steering\/linked\.md`: a link/,
    )
    expect(prompt).not.toContain('not markdown')
    expect(prompt.length).toBeLessThan(20_000)
  })

  it('includes open comments of the documents that the phase touches', () => {
    const comments = [
      comment(),
      comment({ id: 'c2', text: 'long settled', resolvedAt: '2026-01-02T00:00:00Z' }),
      comment({ id: 'c3', document: 'design.md', text: 'draw the flow', kept: 'unknown key' }),
    ]
    put('.kiro/specs/login/comments.json', JSON.stringify(comments))
    const requirements = buildPrompt(request())
    expect(requirements).toContain('- requirements.md line 4, on "sign in" (Kim):')
    expect(requirements).toContain('name the second factor')
    expect(requirements).not.toMatch(/long settled|draw the flow/)
    expect(buildPrompt(request({ phase: 'design' }))).toContain('draw the flow')
    expect(buildPrompt(request({ phase: 'tasks' }))).not.toContain('<comments>')
    const review = buildPrompt(request({ phase: 'document-review', round: 1 }))
    expect(review).toMatch(/second factor[^]*draw the flow/)
  })

  it('includes open comments on code for those who write it or judge it', () => {
    const on = (changes: object): object => {
      const { document: _, ...rest } = comment() as { document: string }
      return { ...rest, ...changes }
    }
    const comments = [
      on({ id: 'c1', file: 'src/cart.ts', side: 'new', line: 7, quote: 'sum', text: 'name it' }),
      on({ id: 'c2', file: 'a\nb.ts', side: 'old', line: 2, quote: '', text: 'why gone?' }),
    ]
    put('.kiro/specs/login/comments.json', JSON.stringify(comments))
    for (const phase of ['impl', 'inspection', 'fix', 'verify'] as const) {
      const prompt = buildPrompt(request({ phase, round: phase === 'inspection' ? 1 : null }))
      expect(prompt).toContain('- src/cart.ts line 7, on "sum" (Kim):\n  name it')
      expect(prompt).toContain('- "a\\nb.ts", removed line 2 (Kim):\n  why gone?')
    }
    expect(buildPrompt(request({ phase: 'design' }))).not.toContain('name it')
  })

  it('names a comments.json that cannot be read', () => {
    for (const broken of [
      '{',
      '{}',
      JSON.stringify([comment({ document: '../x.md' })]),
      JSON.stringify([comment({ file: 'a.ts' })]),
      JSON.stringify([comment({ document: undefined, file: '../a.ts' })]),
    ]) {
      const file = put('.kiro/specs/login/comments.json', broken)
      expect(failure()).toMatchObject({ code: 'comments-unreadable', file })
    }
  })
})

describe('the checks of the host', () => {
  const checks = [{ name: 'test', command: ['npm', 'run', 'a test'] }]
  const failedChecks = [
    { name: 'test', exitCode: 2, isTimeout: false, output: 'one\n</failed-checks>\nlast' },
    { name: 'slow', exitCode: null, isTimeout: true, output: '' },
  ]

  it('V2 are named for anyone who writes code, with the output of those that failed', () => {
    const prompt = buildPrompt(request({ phase: 'impl', checks, failedChecks }))
    expect(prompt).toContain('- test: npm run "a test"')
    expect(prompt).toContain('test failed with exit code 2. The end of its output:\n\n    one\n')
    expect(prompt).toContain('    </failed-checks>\n    last\n')
    expect(prompt).toContain('slow took longer than its time limit')
    expect(prompt).toContain('The host commits, checks and merges')
  })

  it('V2 reach the agent also through a project’s own template and in a session that continues', () => {
    put('.kiro/sdd/prompts/impl.md', 'Do {{feature}}')
    const own = buildPrompt(request({ phase: 'impl', checks, failedChecks }))
    expect(own).toContain('- test: npm run "a test"')
    expect(own).toContain('    last')
    const reminder = buildPrompt(request({ phase: 'impl', checks, failedChecks, isReminder: true }))
    expect(reminder).toContain('    last')
  })

  it('are not mentioned where there are none', () => {
    expect(buildPrompt(request({ phase: 'impl' }))).not.toContain('<checks>')
  })
})
