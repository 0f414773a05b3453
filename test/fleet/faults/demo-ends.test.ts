import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isPidAlive } from '../../../src/testkit/worlds/agent-world.ts'
import { PROGRAM } from '../world/program.ts'

it('Ctrl+C ends the demo in good order, and nothing of it is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-demo-'))
  // When we are root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  // In a group of its own, which gets the signal as the one of a terminal does.
  const demo = spawn(process.execPath, [PROGRAM, 'fleet', 'demo'], {
    env: { ...process.env, TMPDIR: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(demo, 'close')
  try {
    let said = ''
    const working = new Promise<void>((resolve) => {
      for (const stream of [demo.stdout, demo.stderr])
        stream.on('data', (bytes: Buffer) => {
          said += bytes.toString('utf8')
          if (said.includes('Agent simulated started')) resolve()
        })
    })
    await Promise.race([working, ended])
    process.kill(-(demo.pid ?? 0), 'SIGINT')
    await ended
    // Were PostgreSQL interrupted too, the others could no longer end in good order.
    expect(said).not.toContain('terminating connection')
    expect(said).toMatch(/\d of 3 runs are completed\n$/)
    const workers = [...said.matchAll(/\(pid (\d+)\)/g)].map(([, pid]) => Number(pid))
    expect(workers.map((pid) => isPidAlive(pid))).toEqual([false, false, false])
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(folder)
    expect(readdirSync(folder).filter((name) => name.startsWith('sdd-fleet-'))).toEqual([])
  } finally {
    demo.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
})
