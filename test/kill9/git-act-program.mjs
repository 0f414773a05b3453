// One act of the host in git, in its own process, so that it can be killed.
import { performGitAct } from '../../.cache/compiled/host/workspaces/perform-git-act.js'

const { act, context } = JSON.parse(process.argv[2])
const result = await performGitAct(act, context)
process.stdout.write(JSON.stringify(result))
