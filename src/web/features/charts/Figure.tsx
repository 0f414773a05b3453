import { useId, useState, type ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'

export interface Numbers {
  head: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

interface FigureProps {
  title: string
  /** What the picture shows, for screen readers. */
  label: string
  legend?: ReactNode
  numbers: Numbers
  children: ReactNode
}

/** A picture, with its numbers one click away. */
export function Figure({ title, label, legend, numbers, children }: FigureProps) {
  const { insights } = useMessages()
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <figure
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-2 border-b border-line px-4 py-3"
    >
      <figcaption className="flex min-h-6 items-center gap-x-4 gap-y-1 max-md:flex-wrap">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {legend === undefined ? null : (
          <div className="max-md:order-last max-md:basis-full">{legend}</div>
        )}
        <Button
          kind="quiet"
          size="small"
          aria-pressed={isTable}
          className="ml-auto max-md:h-11"
          onClick={() => setTable(!isTable)}
        >
          {insights.numbers}
        </Button>
      </figcaption>
      {isTable ? (
        <NumbersTable title={title} numbers={numbers} />
      ) : (
        <div role="img" aria-label={label}>
          {children}
        </div>
      )}
    </figure>
  )
}

function NumbersTable({ title, numbers: { head, rows } }: { title: string; numbers: Numbers }) {
  return (
    <div
      role="region"
      aria-label={title}
      // Makes wide tables scrollable by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto"
    >
      <table className="w-full text-left text-xs">
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col" className="py-1 pr-4 font-medium text-muted">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {cells.map((cell, index) => (
                <td key={head[index]} className="py-1 pr-4 whitespace-nowrap tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
