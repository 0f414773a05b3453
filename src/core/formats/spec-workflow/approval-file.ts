/** An approval request; its status is `approved`, `needs-revision`, `rejected` or `pending`. */
export interface ApprovalFile {
  file: string
  status: string
  at: string
}

/** The newest request about a document; texts that are not requests are ignored. */
export function newestApproval(texts: readonly string[], file: string): ApprovalFile | null {
  let newest: ApprovalFile | null = null
  for (const text of texts) {
    const found = readApproval(text)
    if (found?.file === file && (newest === null || found.at >= newest.at)) newest = found
  }
  return newest
}

function readApproval(text: string): ApprovalFile | null {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null) return null
  const { filePath, status, createdAt } = json as Record<string, unknown>
  if (typeof filePath !== 'string' || typeof status !== 'string') return null
  const file = filePath.split(/[\\/]/).at(-1) ?? ''
  return { file, status, at: typeof createdAt === 'string' ? createdAt : '' }
}
