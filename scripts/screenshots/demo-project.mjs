// A shop with two dozen specs in every state, made by a real host and real agent processes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openProjectSet } from '../../.cache/compiled/host/main.js'
import { BUG, FILM, NOW, PAST } from './demo-specs.mjs'

const AGENT = fileURLToPath(new URL('demo-agent.mjs', import.meta.url))
const CONFIG = { concurrency: 5, exclusiveWorkingTree: false }
const AUTHOR = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com']

export async function openDemo(dir) {
  const clock = { behindMs: 0 }
  const env = environment(dir)
  const projects = await openProjectSet({
    env,
    now: () => new Date(Date.now() - clock.behindMs),
  })
  const empty = await openProject(projects, join(dir, 'new-shop'))
  const host = await openProject(projects, prepareShop(join(dir, 'acme-shop')))
  for (const { ago, specs } of PAST) {
    clock.behindMs = ago
    await Promise.all(specs.map((spec) => playOut(host, spec)))
    const at = new Date(Date.now() - ago)
    for (const { name } of specs) setTimes(join(host.info.dir, '.kiro', 'specs', name), at)
  }
  clock.behindMs = 0
  commitAll(host.info.dir, 'Loyalty points, coupons and other work of this week')
  for (const spec of NOW) await create(host, spec)
  for (const spec of NOW) await begin(host, spec)
  await allAtWork(host)
  return { projects, host, empty, close: () => close(projects) }
}

/** A separate small shop: some specs are done, one is about to run. */
export async function openFilm(dir) {
  mkdirSync(dir, { recursive: true })
  const projects = await openProjectSet({ env: environment(dir) })
  const host = await openProject(projects, prepareShop(join(dir, 'acme-shop')))
  const [{ specs }] = PAST
  await Promise.all(specs.map((spec) => playOut(host, spec)))
  await create(host, FILM)
  const start = () => begin(host, FILM)
  return { projects, host, start, close: () => close(projects) }
}

function environment(dir) {
  const claude = join(dir, 'claude')
  writeFileSync(claude, `#!/bin/sh\nexec '${process.execPath}' '${AGENT}' "$@"\n`, { mode: 0o755 })
  const plots = [...PAST.flatMap(({ specs }) => specs), ...NOW, FILM].map(({ name, plot }) => [
    name,
    plot,
  ])
  // In the user's configuration: a project's would first have to be trusted.
  const config = join(dir, 'config', 'sdd-orchestrator')
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'config.json'), JSON.stringify(CONFIG))
  writeFileSync(join(dir, 'plots.json'), JSON.stringify(Object.fromEntries(plots)))
  return {
    PATH: process.env.PATH,
    HOME: dir,
    XDG_STATE_HOME: join(dir, 'state'),
    XDG_CONFIG_HOME: join(dir, 'config'),
    SDD_CLAUDE_COMMAND: claude,
    SDD_DEMO_PLOTS: join(dir, 'plots.json'),
  }
}

function prepareShop(dir) {
  const bug = join(dir, '.kiro', 'bugs', BUG.name)
  mkdirSync(bug, { recursive: true })
  for (const [name, text] of Object.entries(BUG.files)) writeFileSync(join(bug, name), text)
  setTimes(bug, new Date(Date.now() - 3 * 60 * 60_000))
  writeFileSync(join(dir, '.gitignore'), '.kiro/runtime/\n')
  writeFileSync(join(dir, 'README.md'), '# Acme Shop\n')
  git(dir, 'init')
  commitAll(dir, 'Start')
  return dir
}

function commitAll(dir, message) {
  git(dir, 'add', '.')
  git(dir, 'commit', '-m', message)
}

function git(dir, ...args) {
  execFileSync('git', ['-C', dir, ...AUTHOR, ...args], { stdio: 'ignore' })
}

async function openProject(projects, dir) {
  mkdirSync(dir, { recursive: true })
  const opened = await projects.open(dir)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await opened.value.serve()
  return opened.value
}

async function create(host, { name, description, language }) {
  await expectOk(host.call('create', { item: specItem(name), description, language }))
}

function begin(host, { name, nogo }) {
  return expectOk(host.call('start', { item: specItem(name), go: [], nogo, agent: null }))
}

async function playOut(host, spec) {
  await create(host, spec)
  if (spec.isNew) return
  const settled = new Promise((resolve, reject) => {
    const leave = host.subscribe((event) => {
      if (event.item?.name !== spec.name) return
      if (event.type === 'settled') resolve()
      else if (event.type === 'entry' && isWaiting(event.entry))
        reject(new Error(`${spec.name} waits and would never end: ${event.entry.message}`))
      else return
      leave()
    })
  })
  if (spec.byHand === undefined) await begin(host, spec)
  else
    await expectOk(
      host.call('runPhase', { item: specItem(spec.name), phase: spec.byHand, fix: false }),
    )
  await settled
}

/** Out of quota or overloaded: the run waits that out, and the pictures would have to wait too. */
const isWaiting = ({ type, for: what }) => type === 'run.waiting' && what !== 'working-tree'

/** Waits until every run that will be held is in the phase that holds it. */
async function allAtWork(host) {
  for (;;) {
    const reply = await expectOk(host.call('board', {}))
    const rows = new Map(reply.rows.map((row) => [row.item.name, row]))
    const isThere = ({ name, plot }) => {
      const run = rows.get(name)?.run
      return plot.hold === undefined || (run?.phase === plot.hold && run.status === 'running')
    }
    if (NOW.every(isThere)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function expectOk(promise) {
  const reply = await promise
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

function setTimes(dir, at) {
  for (const name of readdirSync(dir)) utimesSync(join(dir, name), at, at)
}

async function close(projects) {
  for (const host of projects.hosts)
    for (const name of await host.coordinator.live()) await host.coordinator.stop(name)
  await projects.close()
}

const specItem = (name) => ({ kind: 'spec', name })
