// Preloads the texts in parallel with the page, which would only request them last.
{
  const { dataset } = document.documentElement
  const chosen = /"language":"(en|ja)"/.exec(localStorage.getItem('sdd-preferences') ?? '')?.[1]
  const language = chosen ?? (navigator.language.startsWith('ja') ? 'ja' : 'en')
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = dataset[language]
  document.head.append(link)
}
