#!/usr/bin/env node
// No imports, so that an old Node gets as far as this check: it would fail on the program's own.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 20 || (major === 20 && minor >= 19)) {
  void start()
} else {
  console.error(`sdd: Node ${process.versions.node} is too old: sdd needs 20.19 or newer`)
  console.error('     Install it from https://nodejs.org, or with nvm: nvm install 22')
  process.exitCode = 2
}

/** With too few descriptors the program's own files cannot all be opened. */
function start(): Promise<void> {
  return import('../host/files/descriptors.ts').then(({ descriptorProblem }) => {
    const problem = descriptorProblem()
    if (problem === null)
      return import('./load-program.ts').then(({ loadProgram }) => loadProgram())
    console.error(`sdd: ${problem}`)
    process.exitCode = 1
    return undefined
  })
}
