import { lstatSync, type Stats } from 'node:fs'

/** Why others decide what is in this file, in words; empty if only the user and root do. */
export function strangerWords(stat: Pick<Stats, 'uid' | 'mode'>): string[] {
  if (isOfStranger(stat)) return [`it belongs to another user (uid ${stat.uid})`]
  return isOpenToAll(stat) ? ['everyone on this computer can change it'] : []
}

/** Whether others can put files into this folder at any time. */
export function isOpenFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return stat !== undefined && (isOfStranger(stat) || isOpenToAll(stat))
}

const isOfStranger = ({ uid }: Pick<Stats, 'uid'>): boolean => {
  const own = process.getuid?.()
  return own !== undefined && uid !== own && uid !== 0
}

const isOpenToAll = ({ mode }: Pick<Stats, 'mode'>): boolean =>
  process.getuid !== undefined && (mode & 0o002) !== 0
