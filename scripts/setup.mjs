// Brings node_modules and dist up to date with the sources; does nothing when they are.
// `--install` stops after node_modules.
import './node-version.mjs'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { compressPage } from './build/compress-page.mjs'
import { releaseLocks, withLock } from './lock.mjs'
import { root, run, runTool, setupLock } from './run.mjs'

const source = join(root, 'src')
const dist = join(root, 'dist')
const compiled = join(root, '.cache', 'compiled')
const page = join(dist, 'web')
const buildInfo = join(root, '.cache', 'tsbuildinfo')
const installStamp = join(root, 'node_modules', '.sdd-install-stamp')
const buildStamp = join(root, '.cache', 'build-stamp')

const installOnly = process.argv.includes('--install')
const isReady = () => isInstalled() && (installOnly || isBuilt())
if (!isReady()) {
  await withLock(setupLock, async () => {
    if (!isInstalled()) await install()
    if (!installOnly && !isBuilt()) await build()
  })
}

async function install() {
  console.log('setup: installing packages')
  rmSync(installStamp, { force: true })
  // Inside `npm start` the settings of the outer npm arrive as variables: NODE_ENV=production or
  // `omit=dev` there would leave the compiler out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const runsOnNode = npm !== undefined && /npm-cli\.c?js$/.test(npm)
  const code = runsOnNode ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  if (code !== 0) fail('installing packages', code)
  writeFileSync(installStamp, installInputs())
}

function isInstalled() {
  return read(installStamp) === installInputs()
}

function installInputs() {
  const machine = [process.platform, process.arch, process.versions.modules]
  return hashOf(machine, ['package-lock.json'])
}

async function build() {
  console.log('setup: building')
  const inputs = buildInputs()
  // tsc trusts its build info and never checks that its outputs are still there and complete.
  const isWhole = outputsExist() && read(buildStamp) !== null
  if (!isWhole) rmSync(buildInfo, { recursive: true, force: true })
  rmSync(buildStamp, { force: true })
  const code = await runTool('tsc', ['-b', 'tsconfig.product.json'])
  if (code !== 0) fail('building', code)
  await bundlePrograms()
  await buildPage()
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, inputs)
}

/** In its own process: before the installation there is no bundler to import. */
async function bundlePrograms() {
  const code = await run(process.execPath, [join(root, 'scripts', 'build', 'bundle.mjs')])
  if (code !== 0) fail('bundling', code)
}

async function buildPage() {
  const config = join(source, 'web', 'vite.config.ts')
  const code = await runTool('vite', ['build', '--logLevel', 'warn', '--config', config])
  if (code !== 0) fail('building the page', code)
  await compressPage(page)
}

function isBuilt() {
  return outputsExist() && read(buildStamp) === buildInputs()
}

function buildInputs() {
  const configurations = filesUnder(source).filter((file) => file.endsWith('tsconfig.json'))
  const inputs = [...productSources(), ...pageSources(), ...configurations]
  const files = inputs.map((file) => relative(root, file))
  const own = [
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.product.json',
    'scripts/build/bundle.mjs',
    'scripts/build/compile.mjs',
    'scripts/build/compress-page.mjs',
    'scripts/build/third-party.mjs',
  ]
  // The compiled program fits only one version of V8.
  return hashOf([process.versions.v8], [...own, ...files.toSorted((a, b) => (a < b ? -1 : 1))])
}

function fail(what, code) {
  console.error(`setup: ${what} failed`)
  releaseLocks()
  process.exit(code)
}

function outputsExist() {
  const products = [
    'web/index.html',
    'cli/main.js',
    'cli/program.cjs',
    'chunks/program.cjs',
    'agent-bridge/main.js',
    'simulated-agent/main.js',
    'fleet/worker/guardian.js',
  ]
  const isWhole = (file) =>
    existsSync(join(compiled, relative(source, file)).replace(/\.ts$/, '.js'))
  return products.every((file) => existsSync(join(dist, file))) && productSources().every(isWhole)
}

function productSources() {
  const others = ['testkit', 'web'].map((folder) => join(source, folder) + sep)
  return filesUnder(source).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      !others.some((folder) => file.startsWith(folder)),
  )
}

function pageSources() {
  return filesUnder(join(source, 'web')).filter((file) => !file.endsWith('.test.ts'))
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function hashOf(facts, files) {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
