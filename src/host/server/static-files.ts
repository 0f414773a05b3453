import { open, realpath, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { errnoOf } from '../files/errno.ts'
import { sendText } from './http-answers.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

const NOT_BUILT =
  'The page is not part of this installation: there is no dist/web. npm run build makes it.'

/** Serves the built page. Looks files up each time, because an update may replace them. */
export class StaticFiles {
  readonly #dir: string | null

  constructor(dir: string | undefined) {
    this.#dir = dir ?? null
  }

  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const root = this.#dir === null ? null : await found(this.#dir)
    if (root === null) return sendText(response, 404, NOT_BUILT)
    const name = isScreen(path) ? '/index.html' : decoded(path)
    const type = name === null ? undefined : TYPES[extname(name)]
    if (name === null || type === undefined) return sendText(response, 404, 'no such address')
    const file = await this.#open(root, name, request.headers['accept-encoding'])
    if (file === null) return sendText(response, 404, 'no such address')
    try {
      await send(request, response, { ...file, name, type })
    } finally {
      await file.handle.close()
    }
  }

  async #open(root: string, name: string, accepted: string | undefined): Promise<Opened | null> {
    for (const { name: encoding, suffix } of ENCODINGS) {
      if (!accepts(accepted, encoding)) continue
      const handle = await openInside(root, name + suffix)
      if (handle) return { handle, encoding }
    }
    const handle = await openInside(root, name)
    return handle && { handle, encoding: null }
  }
}

interface Opened {
  handle: FileHandle
  encoding: string | null
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, encoding, name, type }: Opened & { name: string; type: string },
): Promise<void> {
  const { size, mtimeMs } = await handle.stat()
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}${encoding ?? ''}"`
  const headers = {
    etag,
    vary: 'accept-encoding',
    // Names below /assets carry a hash of their content.
    'cache-control': name.startsWith('/assets/')
      ? 'private, max-age=31536000, immutable'
      : 'no-cache',
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers)
    response.end()
    return
  }
  response.writeHead(200, {
    ...headers,
    'content-type': type,
    'content-length': size,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  })
  if (request.method === 'HEAD' || size === 0) return void response.end()
  await pipeline(handle.createReadStream({ autoClose: false, end: size - 1 }), response)
}

/** Every screen of the page is the same document. */
const isScreen = (path: string): boolean => path === '/' || path === '/p' || path.startsWith('/p/')

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Neither `..` nor a link may lead out of the folder. */
async function openInside(root: string, name: string): Promise<FileHandle | null> {
  const path = await found(join(root, name))
  if (path === null || !path.startsWith(root + sep)) return null
  const handle = await open(path, 'r')
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  return null
}

async function found(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error) {
    const code = errnoOf(error)
    if (code !== null && ABSENT.has(code)) return null
    throw error
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'])

const accepts = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((part) => part.trim().split(';')[0] === encoding)
