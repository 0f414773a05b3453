const WORDS: Readonly<Record<string, string>> = {
  claude: 'start claude and type /login, or set ANTHROPIC_API_KEY',
  codex: 'run codex login, or set OPENAI_API_KEY',
  gemini: 'start gemini and log in there, or set GEMINI_API_KEY',
  opencode: 'run opencode auth login',
}

/** How a person logs in to an agent, for the middle of a sentence. */
export const logInWords = (agent: string | null): string =>
  WORDS[agent ?? ''] ?? 'log in with its own program'
