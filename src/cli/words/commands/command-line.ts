import { ownCommand } from '../../../host/shell/own-command.ts'
import { quoted } from '../../../host/shell/quoted.ts'

let command: string | null = null

/** A command line of this program that works in the user's shell. */
export function commandLine(...words: string[]): string {
  command ??= ownCommand(process.env)
  return [command, ...words.map((word) => quoted(DASHED.test(word) ? `./${word}` : word))].join(' ')
}

/** None of our options has a single dash, so this is the name of an item. */
const DASHED = /^-[^-]/

/** Replaces `{sdd}`, with which command lines begin in help texts. */
export const withCommand = (text: string): string => text.replaceAll('{sdd}', commandLine())
