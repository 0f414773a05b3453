import type { CommandDetails } from '../command.ts'
import { servedProject } from '../serve/served-project.ts'
import { serveInForeground } from '../serve/serving.ts'

export const command: CommandDetails = {
  help: `
Opens a window on the project. Is it hosted already, that is all; otherwise this process hosts it
and stays, and closing the window ends nothing. To have the terminal back:

  nohup {sdd} serve --no-open > /dev/null 2>&1 &
  {sdd} open

The window is one of Chrome, Chromium, Edge or Brave with a profile of its own, else the usual
browser; SDD_BROWSER names another program. Without a screen the link is printed.`,
  options: {
    'no-open': { value: null, help: 'print the link and open no window' },
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
