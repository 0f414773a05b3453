import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runIdSchema } from '../../contracts/ids.ts'
import { openWorld } from '../../testkit/worlds/project-world.ts'
import { realFiles } from '../files/durable-files.ts'
import { FileJournals } from '../journal/file-journals.ts'
import { GroundLost, HostGround } from '../project/host-ground.ts'
import { AtWork } from './at-work.ts'
import { LocalItems } from './local-items.ts'

const MARK = { runId: runIdSchema.parse('run_x'), seq: 1 }

it.each(['removed', 'replaced', 'incomplete'])(
  'H3 a run that cannot be marked says which folder of the host is lost: %s',
  async (how) => {
    await using world = await openWorld()
    const item = await world.newSpec('login')
    const { folders } = world
    const journals = new FileJournals(realFiles, folders)
    const items = new LocalItems({
      folders,
      atWork: new AtWork(folders, journals),
      ground: new HostGround(folders, () => true),
      journals,
      settings: world.host.settings,
      files: realFiles,
      drivers: new Map(),
      env: {},
    })
    await world.closeHost()
    const lost = how === 'incomplete' ? join(folders.runtimeDir, 'runs') : folders.runtimeDir
    rmSync(lost, { recursive: true })
    if (how === 'replaced') mkdirSync(lost)
    expect(() => items.mark(item, MARK)).toThrow(GroundLost)
    expect(() => items.mark(item, MARK)).toThrow(`${lost} was removed or replaced`)
  },
)
