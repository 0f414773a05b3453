/** Suffix of an agent id in the address of its log, for showing its prompt. */
const PROMPT = ':prompt'

export const promptPlace = (agentId: string): string => `${agentId}${PROMPT}`

export const readLogPlace = (document: string): { agentId: string; isPrompt: boolean } => ({
  agentId: document.split(PROMPT)[0] ?? document,
  isPrompt: document.endsWith(PROMPT),
})
