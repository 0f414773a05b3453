// Films a run from its first step to its last: the board, the spec, then where its time went.
import { writeFileSync } from 'node:fs'
import { animate } from './apng.mjs'
import { openFilm } from './demo-project.mjs'
import { FILM } from './demo-specs.mjs'

const SIZE = { width: 1000, height: 600 }
const LOOK_MS = 120
const FRAME_MS = 600
const LAST_MS = 3000
const MAX_BYTES = 2_000_000
/** A run that hangs ends the film instead of hanging the script. */
const LONGEST_MS = 10 * 60_000

export async function film({ browser, dir, path }) {
  const shop = await openFilm(dir)
  try {
    writeFileSync(path, withinMaxBytes(withoutRepeats(await filmed(browser, shop))))
  } finally {
    await shop.close()
  }
}

async function filmed(browser, { projects, host, start }) {
  const context = await browser.newContext({
    viewport: SIZE,
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const base = `http://127.0.0.1:${projects.server.port}/p/${host.info.id}`
  await page.goto(projects.server.link(`/p/${host.info.id}/`))
  await page.locator('main [role=row]').first().waitFor()
  const frames = [await shot(page)]
  await start()
  await follow({ page, host, base, frames })
  await page.goto(`${base}/specs/${FILM.name}/insights`)
  await page.locator('figure [role=img]').first().waitFor()
  frames.push(await shot(page))
  await context.close()
  return frames
}

const shot = (page) => page.screenshot({ animations: 'disabled' })

/** Films the board until code is written, then the spec itself. */
async function follow({ page, host, base, frames }) {
  const until = Date.now() + LONGEST_MS
  let isInside = false
  while (Date.now() < until) {
    const { run } = await rowOf(host)
    if (run.status !== 'running' && run.status !== 'queued') break
    if (run.phase === 'impl' && !isInside) {
      isInside = true
      await page.goto(`${base}/specs/${FILM.name}/tasks`)
      await page.getByRole('tab').first().waitFor()
    }
    frames.push(await shot(page))
    await page.waitForTimeout(LOOK_MS)
  }
  frames.push(await shot(page))
}

async function rowOf(host) {
  const reply = await host.call('board', {})
  const row = reply.ok ? reply.value.rows.find(({ item }) => item.name === FILM.name) : undefined
  if (row === undefined) throw new Error(`no spec ${FILM.name}`)
  return row
}

const withoutRepeats = (frames) =>
  frames.filter((png, index) => index === 0 || !png.equals(frames[index - 1]))

/** Drops every other frame until the file is small enough; keeps the first and the last two. */
function withinMaxBytes(frames) {
  const bytes = animate(
    frames.map((png, index) => ({ png, ms: index < frames.length - 1 ? FRAME_MS : LAST_MS })),
  )
  if (bytes.length <= MAX_BYTES || frames.length <= 3) return bytes
  const last = frames.length - 2
  return withinMaxBytes(frames.filter((_, index) => index % 2 === 0 || index >= last))
}
