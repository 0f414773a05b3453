import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { join } from 'node:path'

/** The uid used instead of root: Chromium has no sandbox for root. */
const ROOT_BECOMES = 65_534

export interface DesktopWindow {
  title: string
  width: number
  height: number
}

/** A virtual screen and its user. */
export class Desktop {
  readonly user: { uid: number; gid: number }
  readonly display: string
  readonly #server: ChildProcess
  readonly #frames: string

  private constructor(server: ChildProcess, display: string, at: Place) {
    this.#server = server
    this.display = display
    this.user = at.user
    this.#frames = at.frames
  }

  /** Null without Xvfb. `folder` and everything in it will belong to the user. */
  static async open(folder: string): Promise<Desktop | null> {
    if (['Xvfb', 'xwininfo'].some((name) => spawnSync(name, ['-version']).error)) return null
    const user = plainUser()
    const frames = join(folder, 'frames')
    mkdirSync(frames)
    giveTo(user, folder)
    const server = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-fbdir', frames],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], ...user },
    )
    return new Desktop(server, `:${await firstLine(server)}`, { user, frames })
  }

  /** Windows on the screen that are large enough to be an application's. */
  windows(): DesktopWindow[] {
    const tree = spawnSync('xwininfo', ['-root', '-tree', '-display', this.display], {
      // It prints non-ASCII titles only with a UTF-8 locale.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    return tree.stdout
      .toString()
      .split('\n')
      .flatMap((line) => {
        const parts = /^ {5}0x\w+ (?:"(.*)"|\(has no name\)):.* (\d+)x(\d+)\+/.exec(line)
        if (parts === null) return []
        const [, title = '', width, height] = parts
        return [{ title, width: Number(width), height: Number(height) }]
      })
      .filter(({ width, height }) => width > 200 && height > 200)
  }

  /** The number of colours on the screen; an empty screen has one. */
  colours(): number {
    const dump = readFileSync(join(this.#frames, 'Xvfb_screen0'))
    const [headerBytes, colourEntries] = [dump.readUInt32BE(0), dump.readUInt32BE(19 * 4)]
    const seen = new Set<number>()
    for (let at = headerBytes + colourEntries * 12; at + 4 <= dump.length; at += 4)
      seen.add(dump.readUInt32LE(at))
    return seen.size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.exitCode !== null) return
    this.#server.kill()
    await once(this.#server, 'exit')
  }
}

interface Place {
  user: { uid: number; gid: number }
  frames: string
}

function plainUser(): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()]
  return uid === 0 ? { uid: ROOT_BECOMES, gid: ROOT_BECOMES } : { uid, gid }
}

function giveTo({ uid, gid }: Place['user'], folder: string): void {
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), uid, gid)
}

async function firstLine(server: ChildProcess): Promise<string> {
  const numbers = server.stdio[3] as Readable
  const [line] = (await once(numbers, 'data')) as [Buffer]
  return line.toString().trim()
}
