import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalType } from '../../../src/contracts/journal.ts'
import type { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'

/**
 * The mock CLI only plays phases that leave documents: this script plays the deploy phase.
 * Returns the mode and folder of each launch.
 */
export function playDeploy(world: ProjectWorld, script: string): () => string[] {
  const cli = join(world.root, 'deploying-claude')
  const notes = join(world.root, 'noted')
  writeFileSync(
    cli,
    `#!/bin/sh
if [ "$SDD_PHASE" = deploy ]; then
  echo "$SDD_MODE $PWD" >> ${notes}
  ${script}
  echo '{"type":"result","subtype":"success","is_error":false,"result":"done","session_id":"s"}'
  exit 0
fi
exec "$SDD_REAL_CLI" "$@"
`,
    { mode: 0o755 },
  )
  world.more = { SDD_CLAUDE_COMMAND: cli, SDD_REAL_CLI: world.env['SDD_CLAUDE_COMMAND'] }
  return () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [])
}

/** Runs `act` once, when the first entry of that type is written. */
export function afterEntry(world: ProjectWorld, type: JournalType, act: () => void): void {
  const leave = world.host.subscribe((event) => {
    if (event.type !== 'entry' || event.entry.type !== type) return
    leave()
    act()
  })
}
