import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../src/testkit/worlds/repository-world.ts'

const HOOK = JSON.stringify({
  hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'touch trap' }] }] },
})
const FILE = '.claude/settings.json'

it('T4 what an agent puts into its worktree that would act pauses the run until it is trusted', async () => {
  await using world = new RepositoryWorld({ scenario: { taskCount: 2, ticksPerRun: [1, 'all'] } })
  const cli = join(world.root, 'planting-claude')
  const plant = `[ "$SDD_PHASE" = impl ] && mkdir -p .claude && echo '${HOOK}' > ${FILE}`
  writeFileSync(cli, `#!/bin/sh\n${plant}\nexec "$SDD_REAL_CLI" "$@"\n`, { mode: 0o755 })
  world.more = { SDD_REAL_CLI: world.env['SDD_CLAUDE_COMMAND'], SDD_CLAUDE_COMMAND: cli }
  const item = await world.newSpec('login')
  await world.open()
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'untrusted' })
  expect(existsSync(join(world.worktree(item), FILE))).toBe(true)
  const ran = world.mock.calls().length
  const view = await world.host.call('trust', {})
  if (!view.ok) throw new Error(view.error.code)
  const path = `.kiro/worktrees/specs/login/${FILE}`
  expect(view.value.undecided.map(({ id }) => id)).toEqual([path])
  expect(world.mock.calls()).toHaveLength(ran)
  const findings = view.value.findings.map(({ id, digest }) => ({ id, digest }))
  await world.host.call('decideTrust', { decision: 'trusted', findings })
  expect(await world.resume(item)).toMatchObject({ status: 'completed' })
})
