import { randomUUID } from 'node:crypto'
import { play } from './play.ts'
import { readPrompt } from './world.ts'

const HUMAN_BEAT_MS = 850

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => process.exit(code))
}

process.exitCode = await play({
  env: process.env,
  workDir: process.cwd(),
  prompt: readPrompt(),
  emit: (line) => process.stdout.write(line),
  sessionId: optionValue('--session-id') ?? optionValue('--resume') ?? randomUUID(),
  beatMs: process.argv.includes('--fast') ? 0 : HUMAN_BEAT_MS,
})

function optionValue(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  if (at >= 0) return process.argv[at + 1]
  return process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
}
