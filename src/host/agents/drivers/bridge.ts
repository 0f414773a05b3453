import { packageFile } from '../../shell/package-files.ts'

/** The command line of the bridge, with the one of the CLI appended. */
export const bridged = (
  cli: readonly string[],
  { args, program }: { args: readonly string[]; program: string },
): string[] => [process.execPath, program, ...args, '--', ...cli]

export const builtBridge = (): string => packageFile('dist', 'agent-bridge', 'main.js')
