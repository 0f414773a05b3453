import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { ReactNode } from 'react'
import { placeInQueue } from '../../../../core/views/delivery.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { rowList, useRows } from '../../items/rows-store.ts'

type Shown = Pick<ItemRow, 'workspace' | 'deploy' | 'deployMode'>

/** What is deployed where, how far it is, and what blocks it. */
export function DeployPanel({ row }: { row: Shown }) {
  const words = useMessages().delivery.deploy
  const { workspace, deploy, deployMode } = row
  const branch = workspace.kind === 'worktree' ? workspace.branch : null
  const base = workspace.kind === 'worktree' ? workspace.base : null
  const { state, conflicts, commit, url } = deploy
  const place = useRows(({ rows }) => placeInQueue(row, rowList(rows)))
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 max-md:gap-y-2">
      <Fact name={words.state}>{words.states[state]}</Fact>
      {state === 'done' ? null : (
        <Fact name={words.plan}>{words.plans[deployMode](branch, base)}</Fact>
      )}
      {place === null ? null : <Fact name={words.place}>{words.placeWords(place)}</Fact>}
      {conflicts.length === 0 ? null : (
        <Fact name={words.conflicts}>
          <ul>
            {conflicts.map((file) => (
              <li key={file} className="font-mono text-failed [overflow-wrap:anywhere]">
                {file}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {commit === null ? null : (
        <Fact name={words.commit}>
          <code className="font-mono select-all">{commit.slice(0, 12)}</code>
        </Fact>
      )}
      {url === null ? null : (
        <Fact name={words.pullRequest}>
          <PullRequest url={url} />
        </Fact>
      )}
    </dl>
  )
}

/** Program output only becomes a link if it looks like a URL. */
function PullRequest({ url }: { url: string }) {
  return /^https?:\/\//.test(url) ? (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent underline underline-offset-2 [overflow-wrap:anywhere] max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {url}
    </a>
  ) : (
    <span className="[overflow-wrap:anywhere]">{url}</span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
