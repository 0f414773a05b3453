import type { ReportPage } from './report-page.ts'

/** A single self-contained file: no scripts, fonts or images from elsewhere. */
export function htmlReport({ title, lead, tone, facts, lists }: ReportPage): string {
  const rows = facts.map(
    ([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`,
  )
  const sections = lists.map(
    ({ title: heading, items }) =>
      `<section>\n<h2>${escaped(heading)}</h2>\n<ul>\n${items
        .map((item) => `<li>${escaped(item)}</li>`)
        .join('\n')}\n</ul>\n</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="${tone}">${escaped(lead)}</p>
<dl>
${rows.join('\n')}
</dl>
${sections.join('\n')}
</main>
</body>
</html>
`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Names and agents' words are text, never markup; characters that reorder it are removed. */
const escaped = (text: string): string =>
  text
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '')
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)

const STYLE = `
:root { --bg: #fbfbfa; --text: #1b1c1f; --muted: #5d6068; --line: #e3e3df;
  --good: #23733a; --bad: #b42323; --open: #8f5200; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #121316; --text: #e8e9eb; --muted: #a2a7b0; --line: #2b2f36;
    --good: #6fc887; --bad: #f48989; --open: #f0b455; } }
body { margin: 0; background: var(--bg); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK JP', sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
p { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
dl { margin: 1rem 0; } dl div { display: flex; gap: 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 7rem; color: var(--muted); } dd { margin: 0; min-width: 0; font-variant-numeric: tabular-nums; }
ul { margin: 0; padding-left: 1.2rem; } li { margin: .25rem 0; }
`
