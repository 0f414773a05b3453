import { ownCommand } from '../../../host/shell/own-command.ts'
import { quoted } from '../../../host/shell/quoted.ts'

let command: string | null = null

/** A command line of ours as it works in the user's shell. */
export function commandLine(...words: string[]): string {
  command ??= ownCommand(process.env)
  return [command, ...words.map((word) => quoted(DASHED.test(word) ? `./${word}` : word))].join(' ')
}

/** No option of ours has one dash: it is the name of an item. */
const DASHED = /^-[^-]/

/** Help texts hold `{sdd}` where a command line begins. */
export const withCommand = (text: string): string => text.replaceAll('{sdd}', commandLine())
