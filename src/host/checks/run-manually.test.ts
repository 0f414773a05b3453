import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runManually } from './run-manually.ts'

it('a check that was stopped before it began does not run to its end', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sdd-check-'))
  const fd = openSync(join(dir, 'output'), 'w')
  try {
    const ran = await runManually({
      check: { name: 'endless', command: ['tail', '-f', 'output'], in: null, timeoutMs: 600_000 },
      workspace: dir,
      projectDir: dir,
      item: null,
      env: { PATH: process.env['PATH'] },
      graceMs: 10_000,
      signal: AbortSignal.abort(),
      output: { fd },
    })
    expect(ran).toMatchObject({ result: 'stopped', signal: 'SIGTERM', isTimeout: false })
  } finally {
    closeSync(fd)
    rmSync(dir, { recursive: true })
  }
})
