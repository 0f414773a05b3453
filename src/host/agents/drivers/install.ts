const INSTALL: Record<string, string> = {
  claude: 'npm install -g @anthropic-ai/claude-code',
  codex: 'npm install -g @openai/codex',
  gemini: 'npm install -g @google/gemini-cli',
  opencode: 'npm install -g opencode-ai',
}

/** Empty for an agent that nobody here knows how to get. */
export const installOf = (agent: string): string => INSTALL[agent] ?? ''
