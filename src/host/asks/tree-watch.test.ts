import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GitWorld } from '../../testkit/worlds/git-world.ts'
import { changedBetween, treeState, type TreeState } from './tree-watch.ts'

const stateIn = (world: GitWorld, folder: string): Promise<TreeState | null> =>
  treeState(join(world.dir, folder), world.env)

describe('what changed in a working tree', () => {
  it('is named as seen from the project, also when that is a folder of the repository', async () => {
    using world = new GitWorld()
    world.put('src/app.txt', 'changed before\n')
    const before = await stateIn(world, 'src')
    world.put('src/app.txt', 'changed once more\n')
    world.put('src/new.txt', 'new\n')
    world.put('beside.txt', 'not of this project\n')
    expect(changedBetween(before, await stateIn(world, 'src'))).toEqual(['app.txt', 'new.txt'])
  })

  it('has both names of a file that was renamed in the index', async () => {
    using world = new GitWorld()
    const before = await stateIn(world, '.')
    world.git('mv', 'other.txt', 'renamed.txt')
    expect(changedBetween(before, await stateIn(world, '.'))).toEqual(['other.txt', 'renamed.txt'])
  })

  it('is known when a folder with files in the repository has become a file', async () => {
    using world = new GitWorld()
    const before = await stateIn(world, '.')
    rmSync(join(world.dir, 'src'), { recursive: true })
    world.put('src', 'a file\n')
    expect(changedBetween(before, await stateIn(world, '.'))).toEqual(['src', 'src/app.txt'])
  })
})
