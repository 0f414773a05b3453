import { join } from 'node:path'
import type { AgentInfo } from '../../contracts/launch/agent.ts'
import { nameKey } from '../words/name-key.ts'
import { usdInWords } from '../../core/state/spent.ts'
import { cutTo } from '../../core/words/shortened.ts'
import type { ProjectFolders } from '../../host/project/folders.ts'
import { HostGone } from '../../client/host-gone.ts'
import { listFromDisk } from '../../host/agents/folder/agents-on-disk.ts'
import { reachLive, type Access } from '../serve/host-access.ts'
import { aligned } from '../command-help.ts'
import type { CommandDetails, RemotePlace } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { locateProject } from '../project.ts'
import { durationOf } from '../run/view/run-view.ts'
import { nowWords } from '../words/now-words.ts'
import { oneLine } from '../words/safe-text.ts'

export const command: CommandDetails = {
  help: `
Lists every agent that ran in this project, oldest first, and says where the output of each one is
kept.`,
  options: {},
  async run(invocation) {
    const { output } = invocation
    const { folders } = locateProject(invocation)
    const agents = await (invocation.remote ? inFleet(invocation.remote) : here(folders))
    for (const { item, ...agent } of agents)
      output.data({ type: 'agent', [nameKey(item)]: item.name, ...agent })
    if (output.isJson) return EXIT.completed
    if (agents.length === 0) output.say('No agent has run in this project yet')
    else for (const line of tableOf(agents)) output.say(line)
    if (agents.length > 0 && !invocation.remote)
      output.say(`Their output: ${join(folders.agentsDir, 'ID', 'out.log')}`)
    return EXIT.completed
  },
}

async function here(folders: ProjectFolders): Promise<AgentInfo[]> {
  const onDisk = await listFromDisk(folders)
  const access = await reachLive(folders)
  const live = new Map((await liveAgents(access)).map((agent) => [agent.agentId, agent]))
  return onDisk.map((agent) => live.get(agent.agentId) ?? agent)
}

const inFleet = async (remote: RemotePlace): Promise<AgentInfo[]> =>
  liveAgents(await remote.access())

/** The host knows more about running agents, for example that one is not responding. */
async function liveAgents(access: Access | null): Promise<AgentInfo[]> {
  if (access === null) return []
  try {
    const reply = await access.api.call('agents', {})
    return reply.ok ? reply.value : []
  } catch (error) {
    if (error instanceof HostGone) return []
    throw error
  } finally {
    await access.close()
  }
}

function tableOf(agents: AgentInfo[]): string[] {
  const rows = agents.map((agent) => [
    agent.status,
    agent.item.name,
    agent.round === null ? agent.phase : `${agent.phase} ${agent.round}`,
    agent.agent,
    durationOf(Date.parse(agent.endedAt ?? new Date().toISOString()) - Date.parse(agent.startedAt)),
    costOf(agent),
    agent.agentId,
    agent.status === 'failed'
      ? cutTo(oneLine(agent.message ?? ''), 100)
      : agent.now === null
        ? ''
        : nowWords(agent.now, Date.now()),
  ])
  return aligned([['STATUS', 'SPEC', 'PHASE', 'AGENT', 'TIME', 'COST', 'ID', ''], ...rows], '')
}

/** An unknown cost is never shown as zero. */
function costOf({ usage, endedAt }: AgentInfo): string {
  if (usage?.costUsd !== undefined) return usdInWords(usage.costUsd)
  return endedAt === null ? '' : 'not reported'
}
