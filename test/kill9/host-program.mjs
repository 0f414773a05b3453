// A host in its own process, so that it can be killed. It speaks JSON lines on stdout.
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { realFiles } from '../../.cache/compiled/host/files/durable-files.js'
import { openHost } from '../../.cache/compiled/host/main.js'
import { foldersOf } from '../../.cache/compiled/host/project/folders.js'
import { settingsFrom } from '../../.cache/compiled/host/config/settings.js'
import { crashingFiles } from './crashing-files.mjs'

const { projectDir, config, env, begin, crash, waits } = JSON.parse(process.argv[2])
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const openAtStart = openFiles()
const files = crashingFiles(realFiles, crash)

if (waits) {
  say({ type: 'ready' })
  await once(process.stdin, 'data')
}
const host = await openHost({
  folders: foldersOf(projectDir, env),
  settings: settingsFrom(config),
  env: { PATH: process.env.PATH, ...env },
  files,
})
say({ type: host === null ? 'refused' : 'open' })
if (host !== null && begin === null) process.stdin.resume().once('end', () => void host.close())
if (host !== null && begin !== null) await play(begin)

async function play({ command, item, phase }) {
  const ended = new Promise((resolve) => {
    host.subscribe((event) => event.type === 'settled' && resolve(event.result))
  })
  if (command === 'state') say({ ...(await host.coordinator.stateOf(item)), type: 'state' })
  const reply = command === 'state' ? { ok: false } : await beginning(command, { item, phase })
  say({ type: 'begun', reply })
  if (reply.ok && command !== 'launch') say({ type: 'result', result: await ended })
  await host.coordinator.drain()
  await host.agents.drain()
  await host.close()
  // A running callback still counts as an active resource.
  await nextTurn()
  say({ type: 'closed', calls: files.calls, ...leftovers() })
}

async function beginning(command, { item, phase }) {
  const { coordinator } = host
  switch (command) {
    case 'start':
    case 'launch':
      return coordinator.start(item)
    case 'recover':
      return coordinator.recover(item)
    case 'phase':
      return coordinator.runPhase(item, phase)
    case 'stop':
      await coordinator.start(item)
      await coordinator.drain()
      return coordinator.stop(item)
    default:
      throw new RangeError(command)
  }
}

/** What still keeps the process busy, and its open sockets and project files. */
function leftovers() {
  const open = openFiles().filter((path) => !openAtStart.includes(path))
  return {
    resources: process.getActiveResourcesInfo(),
    open: open.filter((path) => path.startsWith(projectDir) || path.startsWith('socket:')),
  }
}

function openFiles() {
  return readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
}
