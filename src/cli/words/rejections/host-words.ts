import type { Typed } from '../../project.ts'
import type { Of, Words } from './words.ts'

type HostRejection = Of<
  | 'ASK_BUSY'
  | 'NO_PROJECT'
  | 'NOT_A_FOLDER'
  | 'PROJECT_ELSEWHERE'
  | 'UNKNOWN_SETTING'
  | 'LOCAL_ONLY'
  | 'REMOTE_OFF'
  | 'ADDRESS_UNAVAILABLE'
  | 'BAD_HOST_NAME'
  | 'NO_DEVICE'
>

export function wordsForHost(rejection: HostRejection, typed: Typed): Words {
  switch (rejection.code) {
    case 'ASK_BUSY':
      return {
        message: 'The last question of this conversation has no answer yet',
        remedy: 'Wait for it, or stop it in the page',
      }
    case 'NO_PROJECT':
      return {
        message: `The project ${rejection.project} is no longer open`,
        remedy: 'Open its folder again',
      }
    case 'NOT_A_FOLDER':
      return {
        message: `${rejection.path} is not a folder`,
        remedy: 'Give the full path of an existing folder, or a path that starts with ~/',
      }
    case 'PROJECT_ELSEWHERE': {
      const who = rejection.pid === null ? 'Another process' : `Process ${rejection.pid}`
      return {
        message: `${who} is already working on ${rejection.dir}`,
        remedy: 'Use its window or terminal, or stop it and try again',
      }
    }
    case 'UNKNOWN_SETTING':
      return {
        message: `${rejection.key} is not a configuration key`,
        remedy: `List all keys: ${typed('config')}`,
      }
    case 'LOCAL_ONLY':
      return {
        message: 'This can only be done on the computer that runs the agents',
        remedy: 'Do it there, in its own browser or terminal',
      }
    case 'REMOTE_OFF':
      return {
        message: 'Remote access is off',
        remedy: 'Turn it on first: Settings → Remote access in the page',
      }
    case 'ADDRESS_UNAVAILABLE':
      return {
        message: `The address ${rejection.address} cannot be used: ${rejection.detail}`,
        remedy: 'Choose another address or port',
      }
    case 'BAD_HOST_NAME':
      return {
        message: `${rejection.host} is not a host name`,
        remedy: 'Use a name such as my-machine.example',
      }
    case 'NO_DEVICE':
      return {
        message: `There is no paired device ${rejection.device}`,
        remedy: 'It was already revoked',
      }
    default:
      return rejection satisfies never
  }
}
