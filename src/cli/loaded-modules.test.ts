import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CliWorld } from '../testkit/worlds/cli-world.ts'

/** Notes every module that Node loads, in the file that SDD_TEST_LOADED names. */
const NOTING = `
import { appendFileSync } from 'node:fs'
export async function load(url, context, next) {
  appendFileSync(process.env.SDD_TEST_LOADED, url + '\\n')
  return next(url, context)
}`

describe('what a short command loads', () => {
  it.each([
    { args: ['--version'], libraries: [] },
    { args: ['--help'], libraries: [] },
    { args: ['help'], libraries: [] },
    { args: ['status'], libraries: ['zod'] },
    { args: ['status', '--json'], libraries: ['zod'] },
  ])('of libraries: sdd $args has $libraries', async ({ args, libraries }) => {
    await using world = new CliWorld()
    const code = await readLoaded(world, args)
    expect(sources(code)).toContain('src/cli/program.ts')
    expect(libraryNames(code)).toEqual(libraries)
  })

  it('of our own: the help has no command, the status no host and no other command', async () => {
    await using world = new CliWorld()
    const help = sources(await readLoaded(world, ['--help']))
    expect(help.filter((file) => /^src\/(core|client|cli\/commands\/)/.test(file))).toEqual([])
    const status = sources(await readLoaded(world, ['status']))
    expect(status.filter((file) => file.startsWith('src/cli/commands/'))).toEqual([
      'src/cli/commands/look/status.ts',
    ])
    expect(status).not.toContain('src/host/host.ts')
  })
})

/** The text of all files of the package that were loaded. */
async function readLoaded(world: CliWorld, args: string[]): Promise<string> {
  const hook = join(world.root, 'noting.mjs')
  const loaded = join(world.root, 'loaded.txt')
  const register = join(world.root, 'register.mjs')
  writeFileSync(hook, NOTING)
  writeFileSync(
    register,
    `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hook).href)})`,
  )
  writeFileSync(loaded, '')
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(register).href}`, SDD_TEST_LOADED: loaded }
  const { code, stderr } = await world.sdd(args, { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const urls = readFileSync(loaded, 'utf8').split('\n')
  const files = urls.filter((url) => url.includes('/dist/'))
  return files.map((url) => readFileSync(fileURLToPath(url), 'utf8')).join('\n')
}

/** The bundler heads each module with its file. */
const sources = (code: string): string[] =>
  [...code.matchAll(/^\/\/ ((?:src|node_modules)\/\S+)$/gm)].map(([, file = '']) => file)

const libraryNames = (code: string): string[] => [
  ...new Set(
    sources(code).flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  ),
]
