import type { Setting } from './git-ground.ts'

const RULE = /^url\.(?<base>.*)\.(?<key>pushinsteadof|insteadof)$/s

/** Rewrites an address for a push by the `url.*` rules among these settings, as git does. */
export function pushAddress(address: string, settings: readonly Setting[]): string {
  const rules = settings.flatMap(([name, prefix]) => {
    const { base = '', key = '' } = RULE.exec(name)?.groups ?? {}
    return key !== '' && address.startsWith(prefix) ? [{ base, key, prefix }] : []
  })
  const longest = rules.toSorted((a, b) => b.prefix.length - a.prefix.length)
  const rule =
    longest.find(({ key }) => key === 'pushinsteadof') ??
    longest.find(({ key }) => key === 'insteadof')
  return rule === undefined ? address : rule.base + address.slice(rule.prefix.length)
}
