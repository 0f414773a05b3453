import type { ReactNode } from 'react'

export function CodeBlock({ children }: { children: ReactNode }) {
  return (
    <pre
      // Keyboard scrolling needs focus.
      tabIndex={0}
      className="my-3 overflow-x-auto rounded-md border border-line bg-raised px-3 py-2 font-mono text-xs [&_code]:bg-transparent [&_code]:p-0"
    >
      {children}
    </pre>
  )
}
