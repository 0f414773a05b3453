// Loaded before a host: it dies right after the write or rename that the trap names, if one is set.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const trap = process.env.SDD_TRAP
const paths = new Map()
const { openSync, readFileSync, renameSync, rename, rmSync, writeSync } = fs

fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest)
  paths.set(fd, String(path))
  return fd
}
fs.writeSync = (fd, data, ...rest) => {
  const written = writeSync(fd, data, ...rest)
  arrive(
    'write',
    paths.get(fd) ?? '',
    typeof data === 'string' ? data : Buffer.from(data).toString(),
  )
  return written
}
fs.renameSync = (from, to) => {
  renameSync(from, to)
  arrive('rename', String(to), '')
}
fs.rename = (from, to, done) =>
  rename(from, to, (error) => {
    if (!error) arrive('rename', String(to), '')
    done(error)
  })
syncBuiltinESMExports()

function arrive(act, path, text) {
  const set = setting()
  if (set === null || set.act !== act || !path.includes(set.path)) return
  if (set.text !== undefined && !text.includes(set.text)) return
  rmSync(trap)
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment, in which this process must do nothing.
  for (;;);
}

function setting() {
  try {
    return JSON.parse(readFileSync(trap, 'utf8'))
  } catch {
    return null
  }
}
