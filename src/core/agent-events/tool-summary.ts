const MAX_LENGTH = 300
const FIELDS = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'filepath',
  'path',
  'pattern',
  'url',
  'query',
  'description',
]

/** The one field of a tool's input that tells a person what it is about, in one line. */
export const summaryOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return ''
  const fields = new Map<string, unknown>(Object.entries(input))
  for (const name of FIELDS) {
    const value = fields.get(name)
    if (typeof value === 'string' && value !== '') return oneLine(value)
  }
  return ''
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
