const MARK = 'SDD_AGENT_ID'

/** The environment variable that identifies the processes of an agent. */
export const agentMark = (agentId: string): string => `${MARK}=${agentId}`
