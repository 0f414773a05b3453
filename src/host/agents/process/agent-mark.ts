const MARK = 'SDD_AGENT_ID'

/** The variable by which the processes of an agent are found. */
export const agentMark = (agentId: string): string => `${MARK}=${agentId}`
