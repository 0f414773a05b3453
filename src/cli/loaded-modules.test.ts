import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CliWorld } from '../testkit/worlds/cli-world.ts'

const PROGRAM = new URL('../../dist/chunks/program.cjs', import.meta.url)

describe('what a short command runs', () => {
  it.each([
    { args: ['--version'], libraries: [] },
    { args: ['--help'], libraries: [] },
    { args: ['help'], libraries: [] },
    { args: ['status'], libraries: ['zod'] },
    { args: ['status', '--json'], libraries: ['zod'] },
  ])('of libraries: sdd $args has $libraries', async ({ args, libraries }) => {
    await using world = new CliWorld()
    const run = await modulesRun(world, args)
    expect(run).toContain('src/cli/program.ts')
    expect(libraryNames(run)).toEqual(libraries)
  })

  it('of our own: the help has no command, the status no host and no other command', async () => {
    await using world = new CliWorld()
    const help = await modulesRun(world, ['--help'])
    expect(help.filter((file) => /^src\/(core|client|cli\/commands\/)/.test(file))).toEqual([])
    const status = await modulesRun(world, ['status'])
    expect(status.filter((file) => file.startsWith('src/cli/commands/'))).toEqual([
      'src/cli/commands/look/status.ts',
    ])
    expect(status).not.toContain('src/host/host.ts')
  })
})

interface Coverage {
  result: { url: string; functions: { ranges: { startOffset: number; count: number }[] }[] }[]
}

/** The modules of the program in which a function was called, the module's own body included. */
async function modulesRun(world: CliWorld, args: string[]): Promise<string[]> {
  const folder = join(world.root, `coverage-${args.join('')}`)
  const { code, stderr } = await world.sdd(args, { env: { NODE_V8_COVERAGE: folder } })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [name = ''] = readdirSync(folder)
  const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage
  const functions = result.find(({ url }) => url === PROGRAM.href)?.functions ?? []
  const called = functions.flatMap(({ ranges: [own] }) => (own?.count ? [own.startOffset] : []))
  const modules = modulesOf(readFileSync(fileURLToPath(PROGRAM), 'latin1'))
  return [...new Set(called.flatMap((at) => modules.findLast(({ from }) => from < at)?.file ?? []))]
}

/** The bundler puts the file's name above each module. */
const modulesOf = (code: string): { file: string; from: number }[] =>
  [...code.matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm)].map(({ 1: file = '', index }) => ({
    file,
    from: index,
  }))

const libraryNames = (files: string[]): string[] => [
  ...new Set(files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])),
]
