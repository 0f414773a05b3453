import type { ProjectId } from '../../../contracts/ids.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { pathOf } from '../../app/routes.ts'

interface RowLinkProps {
  project: ProjectId
  item: WorkItem
  className?: string
}

/** The name of a row. The link covers its whole cell, so that it is easy to hit. */
export function RowLink({ project, item, className = '' }: RowLinkProps) {
  return (
    <a
      href={pathOf(project, { screen: 'item', item, tab: 'documents', document: null })}
      data-row-link
      title={item.name}
      className={`truncate font-medium after:absolute after:inset-0 hover:underline ${className}`}
    >
      {item.name}
    </a>
  )
}
