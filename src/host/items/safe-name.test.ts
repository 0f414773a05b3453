import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isItemName } from '../../contracts/work-item.ts'
import { safeName } from './safe-name.ts'

const ODD = ['My Spec', 'v1.2', 'Auth_Flow', '検索', 'area/login', '-rf', 'a b;c', '@x', 'x.lock']

describe('names for branches and files', () => {
  it('are the names themselves where those are plain', () => {
    expect(['login', '0-a', 'a-'].map(safeName)).toEqual(['login', '0-a', 'a-'])
  })

  it('are fit for git and any file system, and can be recognised', () => {
    for (const name of ODD) expect(safeName(name)).toMatch(/^[a-z0-9][a-z0-9-]*_[0-9a-f]{12}$/)
    expect(safeName('My Spec')).toMatch(/^my-spec_/)
    expect(safeName('area/login')).toMatch(/^area-login_/)
  })

  it('are different for different names, also where capitals do not count', () => {
    const names = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', 'B', '-', ' ', '.', '_', '/', 'é', '日'),
    })
    fc.assert(
      fc.property(names, names, (a, b) => {
        fc.pre(a !== b && isItemName(a) && isItemName(b))
        expect(safeName(a).toLowerCase()).not.toBe(safeName(b).toLowerCase())
      }),
    )
  })
})

describe('names of items that are there', () => {
  it('may be anything that is a path below the folder of all items', () => {
    for (const name of ODD) expect([name, isItemName(name)]).toEqual([name, true])
  })

  it('never lead out of it, and hold nothing that is no character', () => {
    const hostile = ['', '.', '..', '../x', 'a/../b', '/etc', 'a//b', 'a/', 'a\\b', 'a\nb', 'a\0b']
    for (const name of [...hostile, 'a\u001b[2J', 'a\u2028b', 'a\uFFFDb', 'a/b/c/d/e'])
      expect([name, isItemName(name)]).toEqual([name, false])
  })
})
