import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))
/** What runs beside a project. The simulated agent is an agent, and works in it like any other. */
const FOLDERS = ['agent-bridge', 'cli', 'fleet', 'host']

/** Whatever opens, lists, creates, moves or removes; a look at an entry itself does no harm. */
const GUARDED =
  /^(append|chmod|copy|cp|create(Read|Write)Stream|l?chown|lchmod|link|lutimes|mkdir|mkdtemp|open|readFile|readdir|readv|rename|rm|statfs|symlink|truncate|unlink|utimes|watch|write(?!Sync$|v))/

const DOOR = 'the door itself'
const STATE = 'files of the user’s own state and configuration folders'
const KERNEL = 'files of the kernel'
const PACKAGE = 'files of this package'
const TEMPORARY = 'a folder with a random name that this process has just made'
const GIT = 'git’s own folders, which are looked through before git works there (git-place.ts)'
const WORKER = 'a worker’s own folder, with mirrors and repositories that only it makes'
const NAMED = 'a file that the user names on the command line'
const ACTING = 'whatever an agent would act on, also behind links: each entry by its own kind'
const NEW = 'a new folder for a demo'

/**
 * The only modules that may use `node:fs` for that, and where their paths lead. All others use
 * `host/files/own-files.ts`.
 */
const ALLOWED: Readonly<Record<string, readonly [why: string, ...names: string[]]>> = {
  'agent-bridge/asked-questions.ts': [STATE, 'openSync', 'readFileSync'],
  'agent-bridge/exported-usage.ts': [STATE, 'openSync', 'rmSync'],
  'agent-bridge/main.ts': ['its standard input', 'readFileSync'],
  'cli/commands/fleet/coordinator.ts': [NAMED, 'readFileSync'],
  'cli/commands/look/report.ts': [NAMED, 'writeFileSync'],
  'cli/load-program.ts': [PACKAGE, 'readFileSync'],
  'cli/remote/fleet-key.ts': [STATE, 'mkdirSync', 'readFileSync', 'writeFileSync'],
  'cli/remote/item-copies.ts': [TEMPORARY, 'appendFileSync'],
  'cli/remote/remote-project.ts': [TEMPORARY, 'mkdtempSync', 'rmSync'],
  'cli/run/view/follow-lines.ts': ['only tells that something changed', 'watch'],
  'cli/serve/demo-project.ts': [NEW, 'mkdirSync', 'mkdtempSync', 'readdirSync', 'writeFileSync'],
  'fleet/demo/demo-fleet.ts': [NEW, 'mkdirSync', 'mkdtempSync', 'rmSync', 'writeFileSync'],
  'fleet/demo/fleet-tools.ts': [
    'programs in the user’s cache folder',
    'mkdirSync',
    'mkdtempSync',
    'renameSync',
    'rmSync',
    'writeFileSync',
  ],
  'fleet/demo/own-postgres.ts': [
    NEW,
    'chmodSync',
    'chownSync',
    'cpSync',
    'mkdirSync',
    'rmSync',
    'writeFileSync',
  ],
  'fleet/git/mirrors.ts': [WORKER, 'chmodSync', 'mkdirSync', 'readFileSync', 'writeFileSync'],
  'fleet/worker/item-repository.ts': [WORKER, 'mkdirSync', 'rmSync'],
  'fleet/worker/running-worker.ts': [STATE, 'mkdirSync', 'readFileSync', 'rmSync', 'writeFileSync'],
  'fleet/worker/worker-trust.ts': [STATE, 'mkdirSync', 'readFileSync', 'readdirSync', 'rmSync'],
  'fleet/worker/worker-key-file.ts': [STATE, 'mkdirSync', 'readFileSync', 'writeFileSync'],
  'host/agents/process/cgroups/agent-cgroup.ts': [
    KERNEL,
    'mkdirSync',
    'readFileSync',
    'readdirSync',
    'rmdirSync',
    'writeFileSync',
  ],
  'host/agents/process/cgroups/cgroup-home.ts': [KERNEL, 'mkdirSync', 'readFileSync', 'rmdirSync'],
  'host/agents/process/process-table-linux.ts': [KERNEL, 'openSync', 'readFileSync', 'readdirSync'],
  'host/calls/answered-calls.ts': [STATE, 'openSync', 'readFileSync'],
  'host/items/at-work.ts': [STATE, 'readdirSync', 'rmSync', 'writeFileSync'],
  'host/items/kept-records.ts': [STATE, 'appendFileSync', 'readFileSync'],
  'host/journal/own-copy.ts': [STATE, 'openSync', 'readFileSync', 'rmSync'],
  'host/files/descriptors.ts': [KERNEL, 'readFileSync'],
  'host/files/durable-files.ts': [DOOR, 'openSync', 'rename', 'rmSync'],
  'host/files/own-files.ts': [
    DOOR,
    'copyFileSync',
    'mkdirSync',
    'open',
    'openSync',
    'readdirSync',
    'renameSync',
    'rmSync',
    'symlinkSync',
    'writeFileSync',
  ],
  'host/files/personal-folder.ts': [STATE, 'chmodSync', 'mkdirSync'],
  'host/git/commit-work.ts': [GIT, 'copyFileSync', 'utimesSync'],
  'host/git/common-dir.ts': [
    STATE,
    'mkdirSync',
    'readdirSync',
    'renameSync',
    'rmSync',
    'symlinkSync',
    'writeFileSync',
  ],
  'host/git/git-place.ts': [GIT, 'readdirSync'],
  'host/git/saved-work.ts': [TEMPORARY, 'mkdtempSync', 'rmSync'],
  'host/git/tree-files.ts': [
    'checks each path of a tree itself, and every folder above it',
    'chmodSync',
    'mkdirSync',
    'rmSync',
    'symlinkSync',
    'writeFileSync',
  ],
  'host/git/writing-git.ts': [GIT, 'mkdirSync'],
  'host/items/plain-watch.ts': ['only tells that something changed', 'watch'],
  'host/items/root-watch.ts': ['only tells that something changed', 'watch'],
  'host/project/host-lock.ts': [
    STATE,
    'linkSync',
    'readFileSync',
    'readdirSync',
    'renameSync',
    'rmSync',
    'writeFileSync',
  ],
  'host/project/open-projects.ts': [STATE, 'readFileSync'],
  'host/project/recent.ts': [STATE, 'readFileSync'],
  'host/project/seal.ts': [STATE, 'linkSync', 'readFileSync', 'rmSync', 'writeFileSync'],
  'host/server/access-store.ts': [STATE, 'readFileSync', 'renameSync', 'writeFileSync'],
  'host/server/static-files.ts': [PACKAGE, 'open'],
  'host/server/store-lock.ts': [STATE, 'openSync', 'readdirSync', 'rmSync', 'utimesSync'],
  'host/shell/package-files.ts': [PACKAGE, 'readFileSync'],
  'host/trust/acting-files.ts': [ACTING, 'readdirSync'],
  'host/trust/file-digests.ts': [ACTING, 'openSync', 'readFileSync'],
  'host/trust/folders-below.ts': [ACTING, 'readdirSync'],
  'host/trust/trust-file.ts': [
    STATE,
    'mkdirSync',
    'readFileSync',
    'renameSync',
    'rmSync',
    'writeFileSync',
  ],
  'host/workspaces/record.ts': [TEMPORARY, 'mkdtempSync', 'rmSync'],
}

interface Imported {
  module: string
  name: string
}

/** What a source takes from `node:fs`, under the names that it has there; `*` for all of it. */
function takenFromFs(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const imports = program.body.flatMap((node): Imported[] => {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return []
    const module = node.source.value
    return node.specifiers.flatMap((one) => {
      if (one.type !== 'ImportSpecifier') return [{ module, name: '*' }]
      if (one.importKind === 'type') return []
      return [{ module, name: 'name' in one.imported ? one.imported.name : one.imported.value }]
    })
  })
  const isFs = /^(node:)?fs(\/promises)?$/
  const dynamic = /import\(\s*['"](node:)?fs(\/promises)?['"]|require\(\s*['"](node:)?fs/.test(
    source,
  )
  const names = imports.filter(({ module }) => isFs.test(module)).map(({ name }) => name)
  return [...new Set([...names, ...(dynamic ? ['*'] : [])])]
    .filter((name) => name === '*' || name === 'promises' || GUARDED.test(name))
    .toSorted()
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
)

describe('files of a project', () => {
  it('T10 are opened, listed, written and removed through one door, or by a module that says why not', () => {
    const taken = sources.flatMap((file) => {
      const names = takenFromFs(file, readFileSync(join(SRC, file), 'utf8'))
      return names.length === 0 ? [] : [[file, names] as const]
    })
    const allowed = Object.entries(ALLOWED).map(([file, [, ...names]]) => [file, names.toSorted()])
    expect(Object.fromEntries(taken)).toEqual(Object.fromEntries(allowed))
  })

  it.each([
    [`import { readFileSync } from 'node:fs'`, ['readFileSync']],
    [`import { existsSync, type Stats, writeFileSync as put } from 'fs'`, ['writeFileSync']],
    [`import { rm } from 'node:fs/promises'`, ['rm']],
    [`import * as fs from 'node:fs'`, ['*']],
    [`import fs from 'node:fs'`, ['*']],
    [`import { promises } from 'node:fs'`, ['promises']],
    [`export const late = () => import('node:fs')`, ['*']],
    [`import type { FileHandle } from 'node:fs/promises'`, []],
    [`import { closeSync, fstatSync, lstatSync, readSync, writeSync } from 'node:fs'`, []],
    [`import { cpus } from 'node:os'`, []],
  ])('T10 the fence sees %j', (source, found) => {
    expect(takenFromFs('planted.ts', source)).toEqual(found)
  })
})
