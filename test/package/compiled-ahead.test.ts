import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { compiledFile, runScript } from '../../src/cli/load-program.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = join(REPOSITORY, 'dist', 'chunks', 'program.cjs')
const copy = mkdtempSync(join(tmpdir(), 'sdd-compiled-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function sdd(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const options = { cwd: copy, encoding: 'utf8', env: { HOME: join(copy, 'home') } } as const
  const main = join(copy, 'dist', 'cli', 'main.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], options)
  return { code: status, stdout, stderr }
}

describe('the program is compiled ahead', () => {
  it('for the V8 that built it, which takes it', () => {
    expect(runScript(PROGRAM, readFileSync(compiledFile(PROGRAM))).cachedDataRejected).toBe(false)
  })

  it('and is only text: each byte is a character', () => {
    expect(readFileSync(PROGRAM).every((byte) => byte < 128)).toBe(true)
    expect(readFileSync(PROGRAM, 'latin1')).toContain(String.raw`/^(?:requirements|\u8981\u4ef6)$/`)
  })

  it('for another V8 it is compiled when it starts, and says the same', () => {
    for (const path of ['package.json', 'dist/cli', 'dist/chunks'])
      cpSync(join(REPOSITORY, path), join(copy, path), { recursive: true })
    const ahead = [sdd('--help'), sdd('status', '--json'), sdd('run', 'none')]
    expect(ahead.map(({ code }) => code)).toEqual([0, 0, 2])
    rmSync(compiledFile(join(copy, 'dist', 'chunks', 'program.cjs')))
    expect([sdd('--help'), sdd('status', '--json'), sdd('run', 'none')]).toEqual(ahead)
  })
})
