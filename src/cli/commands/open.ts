import type { CommandDetails } from '../command.ts'
import { servedProject } from '../serve/served-project.ts'
import { serveInForeground } from '../serve/serving.ts'

export const command: CommandDetails = {
  help: `
Opens the page of the project. If it is already hosted, this only opens a window; otherwise this
process hosts it and keeps running. Closing the window stops nothing. To get the terminal back:

  nohup {sdd} serve --no-open > /dev/null 2>&1 &
  {sdd} open

The window is Chrome, Chromium, Edge or Brave with its own profile, or else your default
browser; set SDD_BROWSER to use another program. Without a screen only the link is printed.`,
  options: {
    'no-open': { value: null, help: 'print the link without opening a window' },
  },
  run(invocation) {
    return serveInForeground(invocation, {
      project: servedProject(invocation),
      port: null,
      remote: null,
      opensWindow: !invocation.has('no-open'),
      leavesToOther: true,
    })
  },
}
