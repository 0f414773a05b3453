import type { Setting } from './git-ground.ts'

/** How git is told about a repository: every user of a computer can read a program's arguments. */
interface RepositoryAddress {
  /** Without the login that it may contain. */
  address: string
  /** For this address alone, and never an argument. */
  settings: readonly Setting[]
  variables: Readonly<Record<string, string>>
}

/** Run by a shell, whose `printf` is no other program with arguments of its own. */
const HELPER = `!f() { test "$1" = get || exit 0; printf 'username=%s\\npassword=%s\\n' "$SDD_GIT_USERNAME" "$SDD_GIT_PASSWORD"; }; f`

export function repositoryAddress(repository: string): RepositoryAddress {
  const url = URL.canParse(repository) ? new URL(repository) : null
  if (url === null || (url.username === '' && url.password === '')) return plain(repository)
  const { origin } = url
  const [username, password] = [decoded(url.username), decoded(url.password)]
  url.password = ''
  // ssh takes no password from an address, but it needs the name.
  if (!/^https?:$/.test(url.protocol)) return plain(url.href)
  url.username = ''
  const named: Setting = [`credential.${origin}.username`, username]
  if (password === '') return { address: url.href, settings: [named], variables: {} }
  return {
    address: url.href,
    settings: [named, [`credential.${origin}.helper`, ''], [`credential.${origin}.helper`, HELPER]],
    variables: { SDD_GIT_USERNAME: username, SDD_GIT_PASSWORD: password },
  }
}

/** For everyone who looks: without user name and password. */
export function shownAddress(repository: string): string {
  if (!URL.canParse(repository)) return repository
  const url = new URL(repository)
  url.username = ''
  url.password = ''
  return url.href
}

const plain = (address: string): RepositoryAddress => ({ address, settings: [], variables: {} })

function decoded(text: string): string {
  const plainText = decodeURIComponent(text)
  // Each would be another line for git.
  if (/[\0\r\n]/.test(plainText)) throw new Error('the login in the address has a line break')
  return plainText
}
