import { ok } from '../../contracts/result.ts'
import type { RpcReply } from '../../contracts/rpc.ts'
import { readChecks, readSuggestions } from '../checks/declared-checks.ts'
import { addCheck, removeCheck } from '../checks/project-checks.ts'
import { guarded } from './guarded.ts'
import type { CallParts, CallsOf } from './project-calls.ts'

type CheckMethod = 'checks' | 'suggestChecks' | 'addCheck' | 'removeCheck'

export function checkCalls(parts: CallParts): CallsOf<CheckMethod> {
  const { folders, env, now, settings } = parts
  const place = { projectDir: folders.projectDir, env }
  const changed = (act: () => ReturnType<typeof addCheck>): Promise<RpcReply<'addCheck'>> =>
    guarded(async () => {
      const written = await act()
      settings.refresh()
      return written.ok ? ok(readChecks(place)) : written
    })
  const project = () => ({ folders, env, at: now() })
  return {
    checks: () => guarded(() => ok(readChecks(place))),
    suggestChecks: () => guarded(() => ok(readSuggestions(place))),
    addCheck: ({ check }) => changed(() => addCheck(project(), check)),
    removeCheck: ({ name }) => changed(() => removeCheck(project(), name)),
  }
}
