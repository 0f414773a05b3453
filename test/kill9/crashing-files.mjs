import { appendFileSync, writeFileSync } from 'node:fs'

/**
 * The real files, in front of a plug that is pulled at one call. Calls are counted over all kinds;
 * `half` leaves half of what was to be written behind.
 */
export function crashingFiles(real, crash) {
  const counted = {
    calls: 0,
    openAppend(path) {
      const file = real.openAppend(path)
      return {
        write(text) {
          const pull = arrive()
          if (pull === 'half') die(() => appendFileSync(path, text.slice(0, text.length / 2)))
          file.write(text)
          if (pull === 'after') die()
        },
        async sync() {
          const pull = arrive()
          await file.sync()
          if (pull === 'after' || pull === 'half') die()
        },
        close: () => file.close(),
      }
    },
    async replace(path, text) {
      const pull = arrive()
      if (pull === 'half')
        die(() => writeFileSync(`${path}.${process.pid}.tmp`, text.slice(0, text.length / 2)))
      await real.replace(path, text)
      if (pull === 'after') die()
    },
  }

  function arrive() {
    counted.calls += 1
    if (crash === null || counted.calls !== crash.call) return null
    if (crash.at === 'before') die()
    return crash.at
  }

  return counted
}

function die(lastAct = () => {}) {
  lastAct()
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment; nothing of this process may happen in it.
  for (;;);
}
