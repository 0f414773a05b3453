import type { CommandDetails, Invocation } from '../command.ts'
import { UsageError } from '../problems.ts'
import { servedProject } from '../serve/served-project.ts'
import { serveInForeground } from '../serve/serving.ts'

export const command: CommandDetails = {
  help: `
Hosts the project, recovers runs whose host crashed, and serves the page where you can see and do
everything. Prints a link that gives access; keep it to yourself. If another process already hosts
the project, its link is printed, and this process takes over when that one ends.

On the next start it also reopens the other projects that were open.

Only this computer can reach it, unless --host gives an address for other devices. Then a code is
printed to pair one device. Ctrl+C stops the host; running agents keep working.`,
  options: {
    port: {
      value: 'N',
      help: 'the port (with --host: on that address); default: 4545 or the next free one',
    },
    host: { value: 'ADDR', help: 'accept paired devices on this address of the computer' },
    'no-open': { value: null, help: 'print the link without opening a window' },
  },
  run(invocation) {
    const port = portIn(invocation)
    const address = invocation.text('host')
    return serveInForeground(invocation, {
      project: servedProject(invocation),
      port: address === undefined ? port : null,
      remote: address === undefined ? null : { address, port },
      opensWindow: !invocation.has('no-open'),
      leavesToOther: false,
    })
  },
}

function portIn(invocation: Invocation): number | null {
  const text = invocation.text('port')
  if (text === undefined) return null
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535)
    throw new UsageError(
      `${text || 'An empty text'} is not a port`,
      'Give a number from 1 to 65535',
    )
  return port
}
