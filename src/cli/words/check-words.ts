import type { Rejection } from '../../contracts/rejections.ts'
import type { DeclaredCheck } from '../../contracts/views/checks-view.ts'
import type { ManualResult } from '../../host/checks/run-manually.ts'
import { quoted } from '../../host/shell/quoted.ts'
import type { Typed } from '../project.ts'
import { oneLine } from './safe-text.ts'

type CheckRejection = Extract<
  Rejection,
  {
    code:
      | 'NO_CHECK'
      | 'CHECK_EXISTS'
      | 'CHECK_PERSONAL'
      | 'CHECK_MISSING'
      | 'COMMAND_MISSING'
      | 'CONFIG_NOT_USED'
  }
>

export function wordsForChecks(
  rejection: CheckRejection,
  typed: Typed,
): { message: string; remedy: string } {
  switch (rejection.code) {
    case 'NO_CHECK':
      return {
        message: `There is no check ${rejection.check}`,
        remedy: `List all checks: ${typed('checks')}. Add it: ${typed('checks', 'add', rejection.check)} -- COMMAND`,
      }
    case 'CHECK_EXISTS':
      return {
        message: `There is already a check ${rejection.check}`,
        remedy: `Remove it first: ${typed('checks', 'remove', rejection.check)}`,
      }
    case 'CHECK_PERSONAL':
      return {
        message: `The check ${rejection.check} is in your personal configuration, not in the project's`,
        remedy: `Change it there: ${typed('config', 'get', 'checks')}`,
      }
    case 'CHECK_MISSING':
      return {
        message: `The check ${rejection.check} cannot run: ${rejection.program} was not found`,
        remedy: `Install it, or remove the check: ${typed('checks', 'remove', rejection.check)}`,
      }
    case 'COMMAND_MISSING': {
      const [key = ''] = rejection.setting.split('.')
      return {
        message: `The command of ${rejection.setting} cannot run: ${rejection.program} was not found`,
        remedy: `Install it, or change the setting: ${typed('config', 'get', key)}`,
      }
    }
    case 'CONFIG_NOT_USED':
      return {
        message: `This project runs without its own configuration ${rejection.file}`,
        remedy: `Trust it first: ${typed('trust', '--yes')}`,
      }
    default:
      return rejection satisfies never
  }
}

/** The command as one would type it, and the folder in which it runs. */
export function commandWords({
  command,
  in: folder,
}: Pick<DeclaredCheck, 'command' | 'in'>): string {
  const words = command.map((word) => quoted(oneLine(word))).join(' ')
  return folder === null ? words : `${words} (in ${oneLine(folder)})`
}

export function ranWords({ result, exitCode, signal, isTimeout, ms }: ManualResult): string {
  const time = `${(ms / 1000).toFixed(1)} s`
  if (result === 'passed') return `passed in ${time}`
  if (result === 'stopped') return `was stopped after ${time}`
  if (isTimeout) return `failed: it took longer than its time limit and was ended after ${time}`
  return exitCode === null
    ? `failed: ended by ${signal ?? 'a signal'} after ${time}`
    : `failed with exit code ${exitCode} after ${time}`
}
