// Asks for the words of the page while the page itself is still on its way: it names them last.
{
  const { dataset } = document.documentElement
  const chosen = /"language":"(en|ja)"/.exec(localStorage.getItem('sdd-preferences') ?? '')?.[1]
  const language = chosen ?? (navigator.language.startsWith('ja') ? 'ja' : 'en')
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = dataset[language]
  document.head.append(link)
}
