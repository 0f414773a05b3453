import { appendFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'

/**
 * The real files, until the process dies at one call: before it, after it, or in the middle (`half`
 * leaves half of the text, a number that many lines). `lost` is a power cut during a sync.
 */
export function crashingFiles(real, crash) {
  const counted = {
    calls: [],
    openAppend(path, known) {
      const file = real.openAppend(path, known)
      let synced = statSync(path).size
      return {
        write(text) {
          const pull = arrive('append', text.split('\n').length - 1)
          if (pull !== null && pull !== 'after') die(() => appendFileSync(path, part(text, pull)))
          file.write(text)
          if (pull === 'after') die()
        },
        async sync() {
          const pull = arrive('sync', 0)
          // A power cut in mid-sync: what was never synced is lost.
          if (pull === 'lost') setImmediate(die, () => truncateSync(path, synced))
          await file.sync()
          if (pull === 'lost') await new Promise(() => {})
          if (pull !== null) die()
          synced = statSync(path).size
        },
        takeBack: () => file.takeBack(),
        stamp: () => file.stamp(),
        flush: () => file.flush(),
        close: () => file.close(),
      }
    },
    async replace(path, text, replacing) {
      const pull = arrive('replace', 0)
      if (pull === 'half') die(() => writeFileSync(`${path}.${process.pid}.tmp`, part(text, pull)))
      await real.replace(path, text, replacing)
      if (pull !== null) die()
    },
  }

  function arrive(kind, lines) {
    counted.calls.push({ kind, lines })
    if (crash === null || counted.calls.length !== crash.call) return null
    if (crash.at === 'before') die()
    return crash.at
  }

  return counted
}

const part = (text, pull) =>
  pull === 'half'
    ? text.slice(0, text.length / 2)
    : text.split('\n').slice(0, pull).join('\n') + '\n'

function die(lastAct = () => {}) {
  lastAct()
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment, in which this process must do nothing.
  for (;;);
}
