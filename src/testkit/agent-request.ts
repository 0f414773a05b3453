import type { AgentRequest } from '../core/agents/descriptor.ts'

/** A launch with nothing special about it. */
export const agentRequest = (overrides: Partial<AgentRequest> = {}): AgentRequest => ({
  sessionId: 'new-id',
  resumeSessionId: null,
  model: undefined,
  effort: undefined,
  permission: 'edit',
  isPermissionOfRun: false,
  allowTools: [],
  own: {},
  extraArgs: undefined,
  budgetUsd: undefined,
  answerTimeoutMs: 1000,
  tempDir: '/agent/tmp',
  systemTempDir: '/tmp',
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
  isolatedFrom: null,
  serverFiles: null,
  isHere: () => false,
  isNear: () => false,
  ...overrides,
})
