import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type Answer, type ServerWorld } from './server-world.ts'

let world: ServerWorld
const SECRET = 'nobody may read this'

beforeAll(async () => {
  world = await startWorld()
  writeFileSync(join(world.root, 'secret.txt'), SECRET)
  mkdirSync(join(world.root, 'web-other'))
  writeFileSync(join(world.root, 'web-other', 'secret.txt'), SECRET)
  symlinkSync(join(world.root, 'secret.txt'), join(world.webDir, 'link.txt'))
  symlinkSync(join(world.root, 'secret.txt'), join(world.webDir, 'manifest.webmanifest.br'))
  symlinkSync(world.root, join(world.webDir, 'assets', 'out'))
  symlinkSync('loop.txt', join(world.webDir, 'loop.txt'))
})

afterAll(() => world[Symbol.asyncDispose]())

/** Sends the path unchanged: HTTP clients would normalize it. */
async function raw(path: string): Promise<string> {
  const socket = connect(world.server.port, '127.0.0.1')
  const { authorization = '' } = world.bearer
  const host = `127.0.0.1:${world.server.port}`
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\nconnection: close\r\n\r\n`,
  )
  return text(socket)
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  world.ask({ path, headers: { ...world.bearer, ...headers } })

describe('the files of the page', () => {
  it.each([
    '/assets/../../secret.txt',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%252e%252e/%252e%252e/secret.txt',
    '//secret.txt',
    '/../web-other/secret.txt',
    '/link.txt',
    '/loop.txt',
    '/assets/out/secret.txt',
    '/secret.txt%00.js',
    '/index.html%00',
    '/%00',
    '/%',
    '/%ff%fe.js',
    '/assets',
    '/assets/',
    '/.',
    '/..',
    `/${'a'.repeat(300)}.js`,
    `/${'a/'.repeat(3000)}x.js`,
    '/assets/app-1a2b.js.br',
    'http://127.0.0.1/secret.txt',
    'file:///etc/passwd',
    '*',
  ])('X15 lead nowhere else: %s', async (path) => {
    const answer = await raw(path)
    expect(answer).toMatch(/^HTTP\/1.1 (400|404) /)
    expect(answer).not.toContain(SECRET)
    expect(await get('/')).toMatchObject({ status: 200 })
  })

  it('X15 a compressed copy that is a link to elsewhere is not sent', async () => {
    const answer = await get('/manifest.webmanifest', { 'accept-encoding': 'br' })
    expect(answer).toMatchObject({ status: 200, body: '{}' })
  })

  it('every screen is the same page, asked for again each time', async () => {
    for (const path of ['/', '/p/p_0123456789ab', '/p/x/y?z=1']) {
      const { status, headers, body } = await get(path)
      expect([status, body]).toEqual([200, '<!doctype html><title>page</title>'])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      })
      const again = await get(path, { 'if-none-match': headers.etag ?? '' })
      expect(again).toMatchObject({ status: 304, body: '' })
    }
  })

  it('what carries a hash in its name is kept forever, compressed where the browser can', async () => {
    const plain = await get('/assets/app-1a2b.js')
    expect(plain).toMatchObject({ status: 200, body: 'export const app = 1' })
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=1' })
    expect(brotli).toMatchObject({ status: 200, body: 'brotli' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br' })
    expect(brotli.headers.etag).not.toBe(plain.headers.etag)
  })

  it('a file that goes away under the host is just gone', async () => {
    world.page('assets/old-1.js', 'x')
    expect(await get('/assets/old-1.js')).toMatchObject({ status: 200 })
    rmSync(join(world.webDir, 'assets', 'old-1.js'))
    expect(await get('/assets/old-1.js')).toMatchObject({ status: 404 })
    world.page('index.html', 'another page')
    expect(await get('/')).toMatchObject({ status: 200, body: 'another page' })
    rmSync(world.webDir, { recursive: true })
    const { status, body } = await get('/')
    expect([status, body]).toEqual([404, expect.stringContaining('npm run build')])
  })
})
