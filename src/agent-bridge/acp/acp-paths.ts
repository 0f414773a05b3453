import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { objectOrNull, objects } from '../../core/agent-events/json-fields.ts'

const PATH_FIELDS = new Set([
  'file_path',
  'filePath',
  'filepath',
  'path',
  'notebook_path',
  'destination',
  'new_path',
  'old_path',
  'source',
])
const PATCH_FIELDS = new Set(['patch', 'patchText', 'diff', 'input'])
const PATCHED =
  /^(?:\*\*\* (?:Add File|Update File|Delete File|Move to):|(?:\+\+\+|---) (?:[ab]\/)?) ?(.+)$/gm
const NO_FILE = '/dev/null'

/** Every file that a tool call mentions, wherever it does so. */
export function pathsIn({ locations, content, rawInput }: ToolCallUpdate): string[] {
  const diffs = (content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []))
  return [...(locations ?? []).map(({ path }) => path), ...diffs, ...inInput(rawInput)]
}

function inInput(rawInput: unknown): string[] {
  const input = objectOrNull(rawInput)
  if (input === null) return []
  return Object.entries(input).flatMap(([field, value]) => {
    if (typeof value === 'string') {
      if (PATH_FIELDS.has(field)) return [value]
      return PATCH_FIELDS.has(field) ? inPatch(value) : []
    }
    return objects(value).flatMap(inInput)
  })
}

const inPatch = (patch: string): string[] =>
  [...patch.matchAll(PATCHED)].flatMap(([, path = '']) => {
    const name = path.split('\t')[0]?.trim() ?? ''
    return name === '' || name === NO_FILE ? [] : [name]
  })
