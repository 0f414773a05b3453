import { ACP_CAPABILITIES, speaksAcp } from './acp.ts'
import { NO_PROJECT_FILES, type AgentDescriptor } from './descriptor.ts'

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
  projectFiles: {
    ...NO_PROJECT_FILES,
    here: ['.gemini'],
    above: ['.gemini/.env', '.env'],
    texts: ['GEMINI.md'],
    onlyBeside: { '.env': '.gemini' },
  },
  args: ({ model, extraArgs }) => [
    '--acp',
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(extraArgs ?? []),
  ],
  env: ({ isolatedFrom, isHere, isNear }, inherited) => ({
    // Otherwise it restarts itself as a child and ignores every signal but SIGKILL.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    ...(isNear('.env') && !isHere('.gemini') ? UNTRUSTED : {}),
    ...inherited,
    ...(isolatedFrom === null ? {} : UNTRUSTED),
  }),
} as const satisfies AgentDescriptor

/** It then ignores the project's settings, and takes no more than its login from an `.env`. */
const UNTRUSTED = { GEMINI_CLI_TRUST_WORKSPACE: 'false' }
