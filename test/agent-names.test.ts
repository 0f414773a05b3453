import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { AGENT_NAMES } from '../src/core/agents/agent-table.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** Where agents are described, read and simulated; tests may name them freely. */
const AT_HOME =
  /^(core\/agents|core\/agent-events|agent-bridge|simulated-agent|testkit)\/|\.test\.tsx?$/

/** As a value or key: `'claude'`, `claude: {`, `.claude`, `"claude.model"`, or in a list. */
const NAMED = new RegExp(
  `(['"\`/|, (]|^)(${AGENT_NAMES.join('|')})(['"\`|,.:)]|$)|\\.(${AGENT_NAMES.join('|')})\\b`,
)
const COMMENT = /^\s*(\/\*\*?|\*|\/\/)|^import /

const namesIn = (path: string): string[] =>
  readFileSync(join(src, path), 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      NAMED.test(line) && !COMMENT.test(line) ? `src/${path}:${at + 1}: ${line.trim()}` : [],
    )

it('an agent is named in its descriptor and nowhere else', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !AT_HOME.test(path),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(namesIn)).toEqual([])
})
