import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CliWorld } from '../../../testkit/worlds/cli-world.ts'
import { LiveBlock } from './live-block.ts'

const PROGRAM = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url))

/** What a terminal would show; knows only the few sequences that the view uses. */
function screenOf(text: string): string[] {
  const lines = ['']
  let row = 0
  for (const [part] of text.matchAll(/\p{Cc}\[\d*[A-Za-z]|\p{Cc}|\P{Cc}+/gu)) {
    if (part.endsWith('F') && part.length > 2) row -= Number(part.slice(2, -1))
    else if (part === '\u001B[J') lines.splice(row, Infinity, '')
    else if (part === '\n') lines[++row] ??= ''
    else if (!/^\p{Cc}/u.test(part)) lines[row] += part
  }
  return lines
}

describe('the view on a terminal', () => {
  it('keeps its lines at the bottom, cut to the width, and leaves nothing behind', () => {
    let written = ''
    const terminal = { columns: 12, rows: 5, write: (text: string) => (written += text) }
    let count = 0
    const block = new LiveBlock(terminal, () => [
      `frame ${++count}`,
      'a line that is too long',
      'c',
      'd',
    ])
    block.printAbove('one')
    block.redraw()
    expect(screenOf(written)).toEqual(['one', 'frame 3', 'a line tha…', 'c', ''])
    block.printAbove('two')
    block.close()
    expect(screenOf(written)).toEqual(['one', 'two', ''])
  })

  it('shows phases, rounds, re-runs and tasks in a real one, and a summary at the end', async () => {
    await using world = new CliWorld({
      reviewCounts: [
        [1, 0],
        [0, 0],
      ],
      ticksPerRun: [1, 'all'],
    })
    await world.spec('login')
    const command = `'${process.execPath}' '${PROGRAM}' run login`
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      cwd: world.project,
      env: { ...world.env, TERM: 'xterm' },
    })
    expect(stdout).toContain('▶')
    expect(stdout).toContain('\u001B[J')
    const screen = screenOf(stdout)
    expect(screen).toContainEqual(expect.stringMatching(/✓ document-review +round 2\/7/))
    expect(screen).toContainEqual(expect.stringMatching(/✓ impl +tasks 4\/4 · re-run 1\/7/))
    expect(screen).toContainEqual(expect.stringMatching(/– deploy +NOGO/))
    expect(screen).toContainEqual(expect.stringContaining('login: Done.'))
    expect(screen.join('\n')).not.toContain('▶')
  })
})
