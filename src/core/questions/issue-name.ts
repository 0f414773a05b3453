import { plain } from './sections.ts'

export interface Named {
  /** Null where the issue has no id of its own. */
  key: string | null
  title: string
}

/** `W1: title`, `[W-1] title`, `Issue 3 – title`, `指摘2：title`, `1. title` */
const WITH_ID =
  /^[^\p{L}\p{N}#]*(?:issue|item|finding|point|question|指摘|課題|論点|項目)?\s*#?\s*((?:[A-Za-z]{1,4}-?)?\d{1,3}(?:[.-]\d{1,3}){0,2})[\])】]*\s*[:：.)—–-]*\s*(.*)$/isu

export function named(heading: string): Named {
  const text = plain(heading)
  const [, id, title = ''] = WITH_ID.exec(text) ?? []
  // "3 retries are too few" begins with a number but has no id.
  const isId =
    id !== undefined &&
    (/[A-Za-z]/.test(id) ||
      /^\P{L}*\d[\d.]*\s*[.:：)\]】—–-]/u.test(text) ||
      /^\P{L}*(?:issue|item|finding|point|question|指摘|課題|論点|項目)/iu.test(text))
  if (!isId) return { key: null, title: text }
  return { key: id, title: title.trim() === '' ? text : title.trim() }
}
