import type { ItemRow } from '../../../../contracts/views/board.ts'
import { isSpec } from '../../../../contracts/work-item.ts'
import { formatOf } from '../../../../core/formats/item-place.ts'
import { usePreferences } from '../../preferences/preferences-store.ts'

/** What a spec of another tool lacks compared to ours; nothing if it lacks nothing. */
export function FormatNote({ row: { item } }: { row: ItemRow }) {
  const language = usePreferences((state) => state.language)
  const { title, lacks } = formatOf(item)
  if (!isSpec(item) || lacks.length === 0) return null
  return (
    <div className="border-t border-line px-3 py-2.5 text-xs text-muted max-md:text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {lacks.map((lack) => (
          <li key={lack.en}>{lack[language]}</li>
        ))}
      </ul>
    </div>
  )
}
