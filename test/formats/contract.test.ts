import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../src/core/formats/item-place.ts'
import { CliWorld, jsonLines } from '../../src/testkit/worlds/cli-world.ts'
import { CONTRACT_FORMATS, type ContractFormat } from './contract-formats.ts'
import { bytesBelow } from './fixture-world.ts'
import { OURS } from './not-ours.ts'
import type { Boxes } from '../../src/testkit/formats/texts.ts'

const PATIENCE = { timeout: 10 * 60_000 }

class FormatWorld extends CliWorld {
  readonly format: ContractFormat
  readonly dir: string

  constructor(format: ContractFormat) {
    super()
    this.format = format
    this.dir = join(this.project, format.folder)
    this.configure({ agent: 'simulated', simulated: { fast: true } })
    this.put({ ...format.beside, [`${format.folder}/${format.first[0]}`]: format.first[1] })
  }

  put(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) this.write(join(this.project, path), text)
  }

  /** Writes all documents, with the given boxes ticked. */
  complete(how: Boxes): string {
    const { folder, middle, tasks } = this.format
    const text = tasks(how)
    this.put({
      ...(middle && { [`${folder}/${middle[0]}`]: middle[1] }),
      [`${folder}/tasks.md`]: text,
    })
    return text
  }

  async status(): Promise<Record<string, unknown>> {
    const { stdout } = await this.sdd(['status', this.format.item, '--json'])
    return jsonLines(stdout)[0] ?? {}
  }

  /** The phases that agents were started for. */
  phases(): string[] {
    const log = readFileSync(join(this.dir, 'event-log.jsonl'), 'utf8')
    return jsonLines(log).flatMap(({ type, phase }) =>
      type === 'step.started' ? [String(phase)] : [],
    )
  }

  /** All files of the project that we must not write; code goes to src. */
  theirs(): Record<string, string> {
    const prefix = `${this.format.folder}/`
    return Object.fromEntries(
      Object.entries(bytesBelow(this.project)).filter(([path]) => {
        if (path === 'src' || path.startsWith('src/')) return false
        return !path.startsWith(prefix) || !OURS.test(path.slice(prefix.length))
      }),
    )
  }
}

const unticked = (text: string): string => text.replaceAll(/\[[xX]\]/g, '[ ]')

describe.concurrent.each(CONTRACT_FORMATS)('$format', PATIENCE, (format) => {
  it('X13 is listed and read where it stands, and nothing is written by that', async () => {
    await using world = new FormatWorld(format)
    world.complete({ done: 1 })
    const before = world.tree()
    const { stdout, code } = await world.sdd(['status', '--json'])
    expect(code).toBe(0)
    const [status] = jsonLines(stdout)
    expect(status).toMatchObject({
      feature: format.item,
      phase: 'tasks-generated',
      tasks: { done: 1 },
      run: { status: 'idle' },
    })
    const { documents } = await world.status()
    const files = bytesBelow(world.dir)
    expect(documents).toEqual(
      expect.arrayContaining(Object.keys(files).filter((path) => path.endsWith('.md'))),
    )
    const details = await world.sdd(['status', format.item])
    for (const { en } of formatOf({ name: format.item }).lacks) expect(details.stdout).toContain(en)
    expect((await world.sdd(['list'])).stdout).toContain(format.item)
    await world.sdd(['doctor'])
    expect(world.tree()).toEqual(before)
  })

  it('S5 runs from its first document through each phase, under its own names', async () => {
    await using world = new FormatWorld(format)
    const { code, stdout, stderr } = await world.sdd(['run', format.item])
    expect(`${code}\n${code === 0 ? '' : stdout + stderr}`).toBe('0\n')
    const reviews = [1, 2, 3].flatMap(() => ['document-review', 'document-review-reply'])
    const phases = world.phases()
    expect(phases.slice(0, format.written.length + reviews.length)).toEqual([
      ...format.written,
      ...reviews,
    ])
    expect(phases.slice(format.written.length + reviews.length)).toContain('impl')
    expect(phases.at(-1)).toBe('inspection')
    const names = readdirSync(world.dir)
    const [first] = format.first
    const documents = [first, ...(format.middle === null ? [] : [format.middle[0]]), 'tasks.md']
    const others = ['requirements.md', 'design.md'].filter((name) => !documents.includes(name))
    expect(names).toEqual(expect.arrayContaining(documents))
    for (const name of others) expect(names).not.toContain(name)
    expect(await world.status()).toMatchObject({ phase: 'inspection-complete' })
    for (const [path, text] of Object.entries(format.beside))
      if (!path.endsWith('spec.json')) expect(world.theirs()[path]).toBe(text)
  })

  it('S5 X7 is stopped and resumed; boxes are ticked in place, byte for byte', async () => {
    await using world = new FormatWorld(format)
    const text = world.complete({ done: 1 }).replaceAll('\n', '\r\n')
    world.put({ [`${format.folder}/tasks.md`]: text })
    await world.sdd(['approve', format.item, 'document-review'])
    const before = world.theirs()
    // An agent that works until it is stopped, however long that takes.
    world.mock.setScenario({ hold: 'gate' })
    world.configure({ agent: 'claude' })
    const running = world.start(['run', format.item, '--json'])
    await running.prints('"agent.started"')
    const stopped = await world.sdd(['stop', format.item])
    expect(stopped.code).toBe(0)
    expect((await running.ended).code).toBe(3)
    world.configure({ agent: 'simulated', simulated: { fast: true } })
    const { code, stdout, stderr } = await world.sdd(['resume', format.item])
    expect(`${code}\n${code === 0 ? '' : stdout + stderr}`).toBe('0\n')
    const after = world.theirs()
    const tasks = `${format.folder}/tasks.md`
    const { [tasks]: ticked = '', ...rest } = after
    const { [tasks]: open = '', ...others } = before
    expect(unticked(ticked)).toBe(unticked(open))
    expect(ticked).not.toContain('[ ]')
    expect(rest).toEqual(others)
  })

  it('H4 X14 kill -9 loses nothing: the next run recovers it', async () => {
    await using world = new FormatWorld(format)
    world.complete({ done: 3 })
    await world.sdd(['approve', format.item, 'document-review'])
    world.configure({ agent: 'simulated' })
    const running = world.start(['run', format.item, '--json'])
    await running.prints('"agent.started"')
    running.signal('SIGKILL')
    await running.ended
    world.configure({ agent: 'simulated', simulated: { fast: true } })
    const { code, stdout, stderr } = await world.sdd(['run', format.item])
    expect(`${code}\n${code === 0 ? '' : stdout + stderr}`).toBe('0\n')
    expect(await world.status()).toMatchObject({ phase: 'inspection-complete' })
  })

  it('X6 the guard lets nothing pass that it cannot read', async () => {
    await using world = new FormatWorld(format)
    const text = world.complete({})
    world.put({ [`${format.folder}/tasks.md`]: `${text}\n\`\`\`\n- [ ] 99. Hidden\n` })
    await world.sdd(['approve', format.item, 'document-review'])
    const { code } = await world.sdd(['run', format.item, '--json'])
    expect(code).toBe(4)
    expect(await world.status()).toMatchObject({
      run: { status: 'error', reason: 'unreadable-tasks' },
    })
    expect(world.phases()).toEqual([])
  })

  it('G1.2 G1.3 X8 one open box keeps it from its inspection, and none lets it go there', async () => {
    await using world = new FormatWorld(format)
    const tasks = join(world.dir, 'tasks.md')
    const open = world.complete({ done: 0 })
    const [last = ''] = open.match(/.*\[ \](?!\\?\*).*/g)?.slice(-1) ?? []
    expect(last).toContain('[ ]')
    const ticked = open.replaceAll('[ ]', '[x]')
    const without = ['run', format.item, '--nogo', 'impl', '--json']
    world.write(tasks, ticked.replace(last.replace('[ ]', '[x]'), last))
    await world.sdd(['approve', format.item, 'document-review'])
    expect((await world.sdd(without)).code).toBe(0)
    expect(world.phases()).toEqual([])
    world.write(tasks, ticked)
    expect((await world.sdd(without)).code).toBe(0)
    expect(world.phases()).toEqual(['inspection'])
    expect(readFileSync(tasks, 'utf8')).toBe(ticked)
  })

  it('is archived where its tool would put it, and restored as it was', async () => {
    await using world = new FormatWorld(format)
    world.complete({})
    const before = bytesBelow(world.dir)
    const { code, stderr } = await world.sdd(['archive', format.item])
    expect([code, stderr]).toEqual([0, ''])
    expect(existsSync(world.dir)).toBe(false)
    const place = join(world.project, format.archivedIn ?? '.kiro/archive')
    const [moved = ''] = readdirSync(place)
    expect(bytesBelow(join(place, moved))).toEqual(before)
    if (format.archivedIn !== null) {
      expect(moved).toMatch(/^\d{4}-\d\d-\d\d-add-search$/)
      const { stdout } = await world.sdd(['status', '--json'])
      expect(jsonLines(stdout)[0]).toMatchObject({ phase: 'inspection-complete' })
      expect((await world.sdd(['status', '--all'])).stdout).toContain('inspection-complete')
      return
    }
    expect((await world.sdd(['archive', '--restore', format.item])).code).toBe(0)
    expect(bytesBelow(world.dir)).toEqual(before)
  })
})
