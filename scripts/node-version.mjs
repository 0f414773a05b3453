// The first import of every script: whatever comes after it may need a newer Node.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: SDD Orchestrator needs 20.19 or newer`)
  console.error('Install it from https://nodejs.org, or with nvm: nvm install 22')
  process.exit(2)
}
