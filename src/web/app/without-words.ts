/** Shown while no language can be loaded, so it is written in both. */
export function sayWithoutWords(root: HTMLElement): void {
  const lines = [
    ['en', 'The page could not be loaded. Trying again…'],
    ['ja', 'ページを読み込めませんでした。再試行しています…'],
  ].map(([language = '', words = '']) => {
    const line = document.createElement('p')
    line.lang = language
    line.textContent = words
    return line
  })
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  box.className = 'grid gap-2 p-6 text-center'
  box.append(...lines)
  root.replaceChildren(box)
}
