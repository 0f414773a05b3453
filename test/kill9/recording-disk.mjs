// Loaded before a host: records the order in which it writes, syncs, renames and starts agents.
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'

const notes = process.env.SDD_DISK_NOTES
const paths = new Map()
const { appendFileSync, realpathSync } = fs

const note = (act, path) => appendFileSync(notes, `${JSON.stringify({ act, path })}\n`)
const real = (path) => join(realpathSync(dirname(String(path))), basename(String(path)))

function before(name, act) {
  const original = fs[name]
  fs[name] = (...args) => {
    act(...args)
    return original(...args)
  }
}

/** Records a call when it is done: a sync that has only begun protects nothing. */
function after(name, act) {
  const original = fs[name]
  fs[name] = (...args) => {
    const done = args.pop()
    original(...args, (error, ...rest) => {
      if (!error) act(...args)
      done(error, ...rest)
    })
  }
}

const openSync = fs.openSync
fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest)
  paths.set(fd, real(path))
  return fd
}
before('writeSync', (fd) => note('write', paths.get(fd)))
after('fsync', (fd) => note('fsync', paths.get(fd)))
after('fdatasync', (fd) => note('fdatasync', paths.get(fd)))
before('rename', (from, to) => {
  note('rename', real(from))
  note('become', real(to))
})

const { spawn } = childProcess
childProcess.spawn = (...args) => {
  if (args[2]?.env?.SDD_AGENT_ID) note('launch', args[2].env.SDD_AGENT_ID)
  return spawn(...args)
}
syncBuiltinESMExports()
