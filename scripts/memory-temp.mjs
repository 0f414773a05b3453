import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const NAME = /^sdd-test-(\d+)-/
const TMPFS = 0x01021994
const LEAST_BYTES = 4 * 1024 ** 3

let folder = null

/**
 * Puts the temp folders of tests into memory where there is room for them. ext4 takes longer for
 * each new file the more of them were just deleted, and tests delete thousands.
 */
export function useMemoryTemp() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  removeLeftOvers()
  folder = mkdtempSync(join(SHARED_MEMORY, `sdd-test-${process.pid}-`))
  // Like /tmp: PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o1777)
  if (canExecute()) process.env.TMPDIR = folder
  else removeMemoryTemp()
}

export function removeMemoryTemp() {
  if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  folder = null
}

/** For programs whose sandboxes know /tmp and not every folder in its place. */
export function withoutMemoryTemp({ TMPDIR, ...env }) {
  return TMPDIR === undefined || TMPDIR.startsWith(join(SHARED_MEMORY, 'sdd-test-'))
    ? env
    : { ...env, TMPDIR }
}

function hasRoom() {
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY)
    return type === TMPFS && bavail * bsize >= LEAST_BYTES
  } catch {
    // Not on this system.
    return false
  }
}

/** Containers often mount it with noexec, and tests start programs that they have written. */
function canExecute() {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** A run that was killed cannot remove its own. */
function removeLeftOvers() {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
  }
}
