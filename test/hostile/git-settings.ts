/**
 * Every setting in git's own documentation (2.39 to 2.55) whose value is a program, a path or an
 * address, or that allows or chooses one. `<name>` and the like stand for a part that the
 * repository chooses. Those that would keep git from working at all (core.worktree, extensions.*,
 * include.path) have tests of their own.
 */

/** What a planted value does if git uses it. */
export type Lure =
  /** Leaves a mark when it is run. */
  | 'program'
  /** The same, written as git expects it for aliases and helpers: with an exclamation mark. */
  | 'shell'
  /** A file that git would read, or a file or folder that it would write. */
  | 'path'
  /** Something listens there. */
  | 'address'
  /** A value that allows or chooses something; given literally. */
  | { literal: string }

const PROGRAMS = `
browser.<tool>.cmd browser.<tool>.path core.alternateRefsCommand core.askPass core.editor
core.fsmonitor core.gitProxy core.pager core.sshCommand diff.<driver>.command
diff.<driver>.textconv diff.external difftool.<tool>.cmd difftool.<tool>.path
filter.<driver>.clean filter.<driver>.process filter.<driver>.smudge gc.recentObjectsHook
gpg.openpgp.program gpg.program gpg.ssh.defaultKeyCommand gpg.ssh.program gpg.x509.program
guitool.<name>.cmd help.browser hook.<name>.command imap.tunnel instaweb.browser instaweb.httpd
interactive.diffFilter man.<tool>.cmd man.<tool>.path merge.<driver>.driver mergetool.<tool>.cmd
mergetool.<tool>.path pager.add pager.config pager.diff pager.log pager.show pager.status
pager.worktree remote.<name>.receivepack remote.<name>.uploadpack remote.<name>.vcs
sendemail.ccCmd sendemail.headerCmd sendemail.sendmailCmd sendemail.smtpServer sendemail.toCmd
sequence.editor tar.<format>.command trailer.<key>.cmd trailer.<key>.command
uploadpack.packObjectsHook web.browser
`

const SHELLS = `
alias.<name> alias.<name>.command alias.add alias.branch alias.cat-file alias.checkout alias.clean
alias.commit-tree alias.config alias.diff alias.fetch alias.for-each-ref alias.hash-object
alias.log alias.ls-files alias.ls-tree alias.merge alias.merge-base alias.push alias.read-tree
alias.rebase alias.reset alias.rev-parse alias.status alias.symbolic-ref alias.update-index
alias.update-ref alias.worktree alias.write-tree credential.<url>.helper credential.helper
submodule.<name>.update
`

const PATHS = `
blame.ignoreRevsFile commit.template core.attributesFile core.excludesFile core.hooksPath
diff.orderFile fetch.fsck.skipList format.outputDirectory format.signatureFile
fsck.skipList fsmonitor.socketDir gc.repackFilterTo gitcvs.dbName gitcvs.logFile
gpg.ssh.allowedSignersFile gpg.ssh.revocationFile help.htmlPath http.cookieFile
http.proxySSLCAInfo http.proxySSLCert http.proxySSLKey http.sslCAInfo http.sslCAPath http.sslCert
http.sslKey init.templateDir instaweb.modulePath mailmap.file receive.fsck.skipList
sendemail.aliasesFile sendemail.mailmap.file sendemail.smtpSSLCertPath
sendemail.smtpSSLClientCert sendemail.smtpSSLClientKey submodule.<name>.gitdir
trace2.eventTarget trace2.normalTarget trace2.perfTarget user.signingKey
`

const ADDRESSES = `
branch.<name>.pushRemote bundle.<id>.uri bundle.uri fetch.bundleURI gitweb.url
http.<url>.proxy http.proxy imap.host promisor.acceptFromServerUrl remote.<name>.proxy
remote.<name>.pushurl remote.<name>.url remote.pushDefault submodule.<name>.url
url.<base>.insteadOf url.<base>.pushInsteadOf
`

/** What makes others take effect, or leads git without naming anything itself. */
const LITERALS: Readonly<Record<string, string>> = {
  'add.interactive.useBuiltin': 'false',
  'branch.<name>.mergeOptions': '--strategy=evil',
  'commit.gpgSign': 'true',
  'core.fsmonitorHookVersion': '1',
  'credential.username': 'evil',
  'diff.guitool': 'evil',
  'diff.ignoreSubmodules': 'none',
  'diff.submodule': 'diff',
  'diff.tool': 'evil',
  'fetch.recurseSubmodules': 'true',
  'filter.<driver>.required': 'true',
  'gc.auto': '1',
  'gpg.format': 'ssh',
  'hook.<name>.event': 'reference-transaction',
  'http.<url>.sslVerify': 'false',
  'http.curloptResolve': '+github.com:443:127.0.0.1',
  'http.delegation': 'always',
  'http.emptyAuth': 'true',
  'http.extraHeader': 'X-Evil: yes',
  'http.followRedirects': 'true',
  'http.saveCookies': 'true',
  'http.sslVerify': 'false',
  'log.mailmap': 'true',
  'log.showSignature': 'true',
  'mailmap.blob': 'HEAD:.mailmap',
  'maintenance.auto': 'true',
  'man.viewer': 'evil',
  'merge.guitool': 'evil',
  'merge.renormalize': 'true',
  'merge.tool': 'evil',
  'merge.verifySignatures': 'true',
  'protocol.<name>.allow': 'always',
  'protocol.allow': 'always',
  'protocol.ext.allow': 'always',
  'protocol.file.allow': 'always',
  'pull.octopus': 'evil',
  'pull.twohead': 'evil',
  'push.gpgSign': 'true',
  'push.pushOption': 'evil',
  'push.recurseSubmodules': 'on-demand',
  'rebase.autoStash': 'true',
  'rebase.updateRefs': 'true',
  'remote.<name>.mirror': 'true',
  'remote.<name>.promisor': 'true',
  'rerere.enabled': 'true',
  'safe.bareRepository': 'all',
  'safe.directory': '*',
  'ssh.variant': 'simple',
  'status.submoduleSummary': 'true',
  'submodule.<name>.active': 'true',
  'submodule.<name>.ignore': 'none',
  'submodule.alternateLocation': 'superproject',
  'submodule.recurse': 'true',
  'tag.gpgSign': 'true',
  'transfer.bundleURI': 'true',
  'transfer.credentialsInUrl': 'allow',
}

const rows = (names: string, lure: Lure): [string, Lure][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, lure])

export const SETTINGS: readonly (readonly [name: string, lure: Lure])[] = [
  ...rows(PROGRAMS, 'program'),
  ...rows(SHELLS, 'shell'),
  ...rows(PATHS, 'path'),
  ...rows(ADDRESSES, 'address'),
  ...Object.entries(LITERALS).map(([name, literal]): [string, Lure] => [name, { literal }]),
]
