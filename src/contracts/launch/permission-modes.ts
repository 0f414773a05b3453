/** What an agent may do without asking; each CLI has its own flags for it. */
export const PERMISSION_MODES = ['plan', 'ask', 'edit', 'full'] as const
