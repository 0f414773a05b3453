/**
 * What an agent may do without asking, and which programs are started or told: decided at the
 * computer itself, never from a paired device.
 */
export const isLocalKey = (key: string): boolean =>
  /^(permissions?|acp|notify)(\.|$)/.test(key) ||
  key === 'claude.permissionMode' ||
  key === 'claude.allowedTools'
