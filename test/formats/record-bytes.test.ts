import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import { HostWorld } from './host-world.ts'

const RECORD = [
  '{',
  '    "ticket": 12345678901234567890,',
  '    "tags": ["a", "b"], "ratio": 1.0,',
  '    "owner": "\\u3042",',
  '    "phase": "requirements-generated",',
  '    "approvals": {"requirements": {"generated": true, "approved": false}}',
  '}',
].join('\r\n')

it('X13 an approval changes its own words in spec.json, and no other byte of what was there', async () => {
  await using world = new HostWorld({
    '.kiro/specs/search/spec.json': RECORD,
    '.kiro/specs/search/requirements.md': '# Requirements\n\nOne.\n',
  })
  const { coordinator } = await world.host()
  const item = specNamed('search')
  expect(await coordinator.approve(item, 'requirements')).toMatchObject({ ok: true })
  const text = readFileSync(join(world.project, '.kiro/specs/search/spec.json'), 'utf8')
  const [before] = RECORD.split('}}')
  const approved = before?.replace('"approved": false', '"approved": true') ?? ''
  expect(text.startsWith(`${approved}}`)).toBe(true)
})
