import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errnoOf, isMissing } from '../files/errno.ts'
import { preparePersonalFolder } from '../files/personal-folder.ts'
import { stateFolder } from './state-folder.ts'

/**
 * Distinguishes what this computer wrote for this checkout from what came with a repository: a MAC
 * over the content, the folder's real path and its inode, under a key in the user's own folder. The
 * device number is left out: on several file systems it changes with every boot.
 */
export interface Seal {
  /** Creates the key if there is none yet. */
  sign(...content: string[]): string
  isGenuine(code: unknown, ...content: string[]): boolean
}

const KEY = /^[0-9a-f]{64}$/

export function sealOf(projectDir: string, env: NodeJS.ProcessEnv): Seal {
  const file = join(stateFolder(env), 'checkout-key')
  let known: { key: string; place: string } | null = null
  const codeOf = (key: string, content: string[]): Buffer => {
    known ??= { key, place: placeOf(projectDir) }
    const text = JSON.stringify([known.place, ...content])
    return createHmac('sha256', known.key).update(text).digest()
  }
  return {
    sign: (...content) => codeOf(known?.key ?? readOrMakeKey(file), content).toString('hex'),
    isGenuine(code, ...content) {
      const key = known?.key ?? readKey(file)
      if (key === null || typeof code !== 'string' || !KEY.test(code)) return false
      return timingSafeEqual(Buffer.from(code, 'hex'), codeOf(key, content))
    },
  }
}

const placeOf = (projectDir: string): string =>
  `${realpathSync(projectDir)} ${statSync(projectDir, { bigint: true }).ino}`

function readOrMakeKey(file: string): string {
  const found = readKey(file)
  if (found !== null) return found
  preparePersonalFolder(dirname(file))
  const temporary = `${file}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  try {
    // Of two processes that create a key at once, the later one uses the earlier one's.
    linkSync(temporary, file)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  const key = readKey(file)
  if (key === null) throw new Error(`${file} holds no key: remove it, and a new one is made`)
  return key
}

function readKey(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return KEY.test(text) ? text : null
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return null
    throw error
  }
}
