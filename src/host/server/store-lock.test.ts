import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withLock } from './store-lock.ts'

const BUILT = new URL('../../../.cache/compiled/host/server/store-lock.js', import.meta.url).href

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sdd-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const path = (): string => join(dir, 'lock')
const locks = (): string[] => readdirSync(dir).filter((name) => name.startsWith('lock'))

/** As if whoever holds it had crashed. */
function age(): void {
  const before = new Date(Date.now() - 60_000)
  for (const name of locks()) utimesSync(join(dir, name), before, before)
}

/** Another process that holds the lock until it is told to go on. */
async function holder(name: string) {
  const [begun, go] = [join(dir, `${name}.begun`), join(dir, `${name}.go`)]
  const script = `import { withLock } from '${BUILT}'
    import { existsSync, writeFileSync } from 'node:fs'
    const still = new Int32Array(new SharedArrayBuffer(4))
    withLock('${path()}', () => {
      writeFileSync('${begun}', '')
      while (!existsSync('${go}')) Atomics.wait(still, 0, 0, 5)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const ended = once(child, 'exit')
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), 60_000)
  return {
    end: async () => {
      writeFileSync(go, '')
      expect(await ended).toEqual([0, null])
    },
  }
}

it('a holder that was thought dead does not open the lock of the one after it', async () => {
  const slow = await holder('slow')
  age()
  const next = await holder('next')
  const [held] = locks()
  await slow.end()
  expect(locks()).toEqual([held])
  await next.end()
})

it('is free again after a change, also one that failed, and when its holder has crashed', async () => {
  const order: string[] = []
  withLock(path(), () => void order.push('first'))
  expect(() =>
    withLock(path(), () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  withLock(path(), () => {
    age()
    withLock(path(), () => void order.push('inside'))
  })
  withLock(path(), () => void order.push('last'))
  expect(order).toEqual(['first', 'inside', 'last'])
})
