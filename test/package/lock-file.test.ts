import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Locked {
  integrity?: string
  resolved?: string
  /** It is part of the archive of another package, whose digest covers it. */
  inBundle?: boolean
}

const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
  packages: Record<string, Locked>
}

it('locks every package with its digest, those of other platforms too', () => {
  const { '': ownPackage, ...installed } = packages
  expect(ownPackage).toBeDefined()
  expect(Object.keys(installed).length).toBeGreaterThan(100)
  const unchecked = Object.entries(installed).filter(
    ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'),
  )
  expect(unchecked.map(([path]) => path)).toEqual([])
})

it('locks no address: everyone installs from their own registry', () => {
  const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
  expect(addressed.map(([path]) => path)).toEqual([])
})
