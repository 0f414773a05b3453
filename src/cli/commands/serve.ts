import type { CommandDetails, Invocation } from '../command.ts'
import { UsageError } from '../problems.ts'
import { servedProject } from '../serve/served-project.ts'
import { serveInForeground } from '../serve/serving.ts'

export const command: CommandDetails = {
  help: `
Hosts the project, takes up runs whose host died, and serves the page on which everything can be seen
and done. Prints a link that lets you in; keep it to yourself. When another process hosts the
project already, its link is printed, and this one takes over when that one ends.

Started again, it opens what was open beside that project, too.

Only this computer can reach it, unless --host names an address for other devices: then a code is
printed with which one device can be paired. Ctrl+C ends it and leaves agents at work.`,
  options: {
    port: {
      value: 'N',
      help: 'the port, with --host the one there; default: 4545 or the next free',
    },
    host: { value: 'ADDR', help: 'let paired devices in through this address of the computer' },
    'no-open': { value: null, help: 'print the link and open no window' },
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
    throw new UsageError(`${text || 'An empty text'} is not a port`, 'A number from 1 to 65535')
  return port
}
