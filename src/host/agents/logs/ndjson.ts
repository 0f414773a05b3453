const NEWLINE = 0x0a
const MAX_LINE_BYTES = 64 * 1024 * 1024

export const CUT_MARK = '…[line cut]'

export type LineSplitter = {
  /** Copies what it keeps: the chunk may be overwritten afterwards. */
  push: (chunk: Uint8Array) => void
  /** Delivers a last line that has no newline. */
  end: () => void
}

/** Splits bytes, not text: a character may be spread over two chunks. */
export const createLineSplitter = (
  onLine: (line: string) => void,
  maxLineBytes = MAX_LINE_BYTES,
): LineSplitter => {
  let parts: Buffer[] = []
  let held = 0
  let isCut = false

  const keep = (bytes: Buffer): void => {
    const room = maxLineBytes - held
    if (bytes.length > room) isCut = true
    const kept = bytes.subarray(0, room)
    if (kept.length === 0) return
    parts.push(Buffer.from(kept))
    held += kept.length
  }
  const flush = (): void => {
    const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    const line = isCut ? wholeCharacters(bytes) + CUT_MARK : bytes.toString('utf8')
    parts = []
    held = 0
    isCut = false
    onLine(line)
  }

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let from = 0
      for (;;) {
        const to = bytes.indexOf(NEWLINE, from)
        if (to === -1) break
        if (held === 0 && to - from <= maxLineBytes) {
          onLine(bytes.toString('utf8', from, to))
        } else {
          keep(bytes.subarray(from, to))
          flush()
        }
        from = to + 1
      }
      if (from < bytes.length) keep(bytes.subarray(from))
    },
    end() {
      if (held > 0) flush()
    },
  }
}

/** Drops a last character that was cut in the middle. */
const wholeCharacters = (bytes: Buffer): string => {
  let last = bytes.length - 1
  while (last >= 0 && ((bytes[last] ?? 0) & 0xc0) === 0x80) last -= 1
  const lead = bytes[last] ?? 0
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return bytes.toString('utf8', 0, bytes.length - last < needed ? last : bytes.length)
}
