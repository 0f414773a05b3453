import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SuggestedCheck, SuggestionsView } from '../../contracts/views/checks-view.ts'
import { readOwnText } from '../files/own-files.ts'

/**
 * Derived from the repository's files. Nothing is run, and nothing applies until the user accepts.
 */
export function suggestChecks(dir: string): SuggestionsView {
  const has = (name: string): boolean => existsSync(join(dir, name))
  const text = (name: string): string => (has(name) ? readText(join(dir, name)) : '')
  const sources = [
    fromPackageJson,
    fromMakefile,
    fromPyproject,
    fromCargo,
    fromGo,
    fromMaven,
    fromGradle,
  ]
  const found = sources.map((source) => source({ has, text }))
  const byName = new Map<string, SuggestedCheck>()
  for (const { checks } of found)
    for (const check of checks) if (!byName.has(check.name)) byName.set(check.name, check)
  return {
    checks: [...byName.values()],
    setup: found.find(({ setup }) => setup !== null)?.setup ?? null,
    copy: ['.env', '.env.local'].filter(has),
  }
}

interface Look {
  has: (name: string) => boolean
  text: (name: string) => string
}

type Found = Omit<SuggestionsView, 'copy'>

const NOTHING: Found = { checks: [], setup: null }

/** The checks that are cheapest to run come first. */
const SCRIPTS = [
  'format:check',
  'lint',
  'typecheck',
  'type-check',
  'types',
  'check',
  'build',
  'test',
] as const
/** Part of the test script that `npm init` writes. */
const NO_TEST = /no test specified/

function fromPackageJson({ has, text }: Look): Found {
  const scripts = scriptsIn(text('package.json'))
  if (scripts === null) return NOTHING
  const manager = has('pnpm-lock.yaml')
    ? 'pnpm'
    : has('yarn.lock')
      ? 'yarn'
      : has('bun.lock') || has('bun.lockb')
        ? 'bun'
        : 'npm'
  const checks = SCRIPTS.flatMap((name): SuggestedCheck[] => {
    const script = scripts[name]
    if (typeof script !== 'string' || NO_TEST.test(script)) return []
    const command = name === 'test' && manager === 'npm' ? ['npm', 'test'] : [manager, 'run', name]
    return [{ name, command, source: 'package.json' }]
  })
  const isLocked = manager !== 'npm' || LOCKS.some(has)
  return { checks, setup: isLocked ? (INSTALL[manager] ?? null) : ['npm', 'install'] }
}

/** Without one of these `npm ci` refuses to install. */
const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json']

const INSTALL: Record<string, string[]> = {
  npm: ['npm', 'ci'],
  pnpm: ['pnpm', 'install', '--frozen-lockfile'],
  yarn: ['yarn', 'install', '--immutable'],
  bun: ['bun', 'install', '--frozen-lockfile'],
}

function scriptsIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('scripts' in value)) return null
    const { scripts } = value
    return typeof scripts === 'object' && scripts !== null ? { ...scripts } : null
  } catch {
    return null
  }
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'] as const
const TARGETS = ['lint', 'check', 'test'] as const

function fromMakefile({ text }: Look): Found {
  for (const source of MAKEFILES) {
    const content = text(source)
    const checks = TARGETS.filter((name) =>
      new RegExp(`^${name}\\s*:(?!=)`, 'm').test(content),
    ).map((name): SuggestedCheck => ({ name, command: ['make', name], source }))
    if (checks.length > 0) return { checks, setup: null }
  }
  return NOTHING
}

function fromPyproject({ has, text }: Look): Found {
  const source = 'pyproject.toml'
  const content = text(source)
  if (content === '') return NOTHING
  const usesUv = has('uv.lock')
  const usesPoetry = has('poetry.lock')
  const prefix = usesUv ? ['uv', 'run'] : usesPoetry ? ['poetry', 'run'] : []
  const tool = (name: string): boolean =>
    new RegExp(`\\[tool\\.${name}[.\\]]|["']${name}\\b`, 'm').test(content)
  const checks: SuggestedCheck[] = []
  if (tool('ruff')) checks.push({ name: 'lint', command: [...prefix, 'ruff', 'check'], source })
  if (tool('mypy')) checks.push({ name: 'types', command: [...prefix, 'mypy', '.'], source })
  if (tool('pytest')) checks.push({ name: 'test', command: [...prefix, 'pytest'], source })
  const setup = usesUv ? ['uv', 'sync'] : usesPoetry ? ['poetry', 'install'] : null
  return { checks, setup }
}

function fromCargo({ has }: Look): Found {
  const source = 'Cargo.toml'
  if (!has(source)) return NOTHING
  const checks = [
    { name: 'lint', command: ['cargo', 'clippy', '--all-targets', '--', '-D', 'warnings'], source },
    { name: 'test', command: ['cargo', 'test'], source },
  ]
  return { checks, setup: null }
}

function fromGo({ has }: Look): Found {
  const source = 'go.mod'
  if (!has(source)) return NOTHING
  const checks = [
    { name: 'lint', command: ['go', 'vet', './...'], source },
    { name: 'test', command: ['go', 'test', './...'], source },
  ]
  return { checks, setup: null }
}

function fromMaven({ has }: Look): Found {
  const source = 'pom.xml'
  if (!has(source)) return NOTHING
  const program = has('mvnw') ? './mvnw' : 'mvn'
  return { checks: [{ name: 'test', command: [program, '-B', 'verify'], source }], setup: null }
}

function fromGradle({ has }: Look): Found {
  const source = ['build.gradle', 'build.gradle.kts'].find(has)
  if (source === undefined) return NOTHING
  const program = has('gradlew') ? './gradlew' : 'gradle'
  return { checks: [{ name: 'test', command: [program, 'check'], source }], setup: null }
}

function readText(file: string): string {
  try {
    return readOwnText(file)
  } catch {
    return ''
  }
}
