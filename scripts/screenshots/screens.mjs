// Every screen: its path, what to do there, and what shows that it is complete.

/** The spec in the pictures, by language. */
const SPEC = { en: 'gift-cards', ja: 'stock-alerts' }

export const SCREENS = [
  { name: 'board', at: () => '', ready: firstRow },
  { name: 'inbox', at: () => 'inbox', ready: settled },
  {
    name: 'spec',
    at: (language) => `specs/${SPEC[language]}/documents/design.md`,
    ready: (page) => page.locator('[data-testid=diagram] svg').first(),
  },
  { name: 'spec-tasks', at: (language) => `specs/${SPEC[language]}/tasks`, ready: tabPanel },
  { name: 'spec-changes', at: (language) => `specs/${SPEC[language]}/changes`, ready: tabPanel },
  { name: 'spec-timeline', at: (language) => `specs/${SPEC[language]}/timeline`, ready: tabPanel },
  { name: 'spec-log', at: (language) => `specs/${SPEC[language]}/log`, ready: logRow },
  {
    name: 'spec-insights',
    at: (language) => `specs/${SPEC[language]}/insights`,
    ready: figure,
  },
  { name: 'insights', at: () => 'insights', ready: figure },
  { name: 'report', at: () => 'report', ready: settled },
  { name: 'agents', at: () => 'agents', ready: settled },
  { name: 'agent-log', at: (_, { agentId }) => `agents/${agentId}`, ready: logRow },
  { name: 'settings', at: () => 'settings/agents', ready: settled },
  { name: 'settings-runs', at: () => 'settings/runs', ready: settled },
  { name: 'remote-access', at: () => 'settings/remote', ready: settled },
  { name: 'bug', at: () => 'bugs/double-charge', ready: settled },
  { name: 'board-empty', at: () => '', isEmpty: true, ready: settled },
  { name: 'new-spec', at: () => '', act: (page) => page.keyboard.press('n'), ready: dialog },
  { name: 'palette', at: () => '', act: (page) => page.keyboard.press('Control+k'), ready: dialog },
]

function firstRow(page) {
  return page.locator('[role=row][data-key]').first()
}

function tabPanel(page) {
  return page.getByRole('tabpanel').first()
}

function logRow(page) {
  return page.locator('[role=log] [data-index]').first()
}

function settled(page) {
  return page.getByRole('main')
}

function figure(page) {
  return page.getByRole('figure').first()
}

function dialog(page) {
  return page.getByRole('dialog')
}
