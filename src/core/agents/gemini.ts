import { ACP_CAPABILITIES, speaksAcp } from './acp.ts'
import type { AgentDescriptor } from './descriptor.ts'

export const gemini = {
  ...speaksAcp({ asks: false, exportsUsage: false }),
  name: 'gemini',
  label: 'Gemini',
  cli: {
    executable: 'gemini',
    variable: 'SDD_GEMINI_COMMAND',
    install: 'npm install -g @google/gemini-cli',
    logIn: {
      en: 'start gemini and log in there, or set GEMINI_API_KEY',
      ja: 'gemini を起動してログインするか、GEMINI_API_KEY を設定してください',
    },
    login: {
      keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
      files: [{ folder: '.gemini', file: 'oauth_creds.json' }],
      otherVariables: ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_APPLICATION_CREDENTIALS'],
      otherFiles: [{ folder: '.gemini', file: 'settings.json' }],
    },
  },
  // It claims to load sessions, but then finds none of those it saved.
  capabilities: { ...ACP_CAPABILITIES, canResume: false },
  isolation: { unless: [] },
  projectFiles: ['.gemini'],
  args: ({ model, extraArgs }) => [
    '--acp',
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(extraArgs ?? []),
  ],
  // Otherwise it restarts itself as a child and ignores every signal but SIGKILL.
  env: (_request, inherited) => ({ GEMINI_CLI_NO_RELAUNCH: 'true', ...inherited }),
} as const satisfies AgentDescriptor
