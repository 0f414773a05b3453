import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.ts'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { FindBar } from '../../../ui/text/FindBar.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Choices } from '../../spec/Choices.tsx'
import type { useLogSearch } from './use-log-search.ts'

const VIEWS = ['structured', 'raw', 'stderr', 'prompt'] as const
export type ShownAs = (typeof VIEWS)[number]

interface LogToolsProps {
  shownAs: ShownAs
  onShownAs(shownAs: ShownAs): void
  find: ReturnType<typeof useLogSearch>
  onStep(step: 1 | -1): void
  isFollowing: boolean
  onFollow(): void
  onStart(): void
  onEnd(): void
  lines: number
  text(): string
}

export function LogTools(props: LogToolsProps) {
  const { shownAs, onShownAs, find, onStep, isFollowing, onFollow, lines } = props
  const { log } = useMessages().agents
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
      <Choices
        label={log.views}
        value={shownAs}
        choices={VIEWS.map((key) => ({
          key,
          label: log[key],
        }))}
        onChange={onShownAs}
      />
      <div className="flex min-w-0 max-md:order-1 max-md:grow max-md:basis-40">
        <FindBar
          label={log.search}
          query={find.query}
          at={find.at + 1}
          total={find.matches.length}
          isSearching={!find.isDone}
          onQuery={find.setQuery}
          onStep={onStep}
          {...(find.query === '' ? {} : { onClose: () => find.setQuery('') })}
        />
      </div>
      <div
        className={`ml-auto flex items-center gap-1 max-md:order-2 max-md:ml-0 ${find.query === '' ? '' : 'max-md:hidden'}`}
      >
        <span className="text-xs whitespace-nowrap text-muted max-md:hidden">
          {log.lines(lines)}
        </span>
        <CopyButton label={log.copyAll} text={props.text} />
        <IconButton
          label={log.toStart}
          icon={<ArrowUpToLine aria-hidden className="size-4" />}
          onClick={props.onStart}
        />
        <IconButton
          label={log.toEnd}
          icon={<ArrowDownToLine aria-hidden className="size-4" />}
          onClick={props.onEnd}
          className="max-md:hidden"
        />
      </div>
      <span
        className="flex items-center gap-1.5 text-xs text-muted max-md:ml-auto"
        title={log.followHelp}
      >
        <Switch label={log.follow} isOn={isFollowing} onChange={onFollow} />
        <span aria-hidden>{log.follow}</span>
      </span>
    </div>
  )
}
