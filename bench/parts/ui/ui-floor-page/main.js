import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A minimal React page: one row, and a field whose text it shows. */
function Floor() {
  const [query, setQuery] = useState('')
  const onChange = (event) => setQuery(event.target.value)
  return createElement(
    'main',
    { role: 'table', 'aria-rowcount': query.length + 1 },
    createElement('input', { type: 'search', value: query, onChange }),
    createElement('p', { role: 'row', 'data-key': 'floor' }, query || 'nothing'),
  )
}

createRoot(document.getElementById('root')).render(
  createElement(StrictMode, null, createElement(Floor)),
)
