import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { attackAll } from './attack.ts'
import { FEATURE, type Case, type HostileRepository } from './repository.ts'

const SPEC = `.kiro/specs/${FEATURE}`

const to =
  (path: string, target: string) =>
  (repository: HostileRepository): void =>
    repository.link(path, target)

const MAKE_FIFO = 'mkfifo'

const CASES: Case[] = [
  {
    name: 'T3 the event log is the shell’s start-up file',
    make: to(`${SPEC}/event-log.jsonl`, '.bashrc'),
  },
  {
    name: 'T3 the event log is to be made in the home folder',
    make: to(`${SPEC}/event-log.jsonl`, '.zshrc'),
  },
  {
    name: 'T3 spec.json is a file of the person',
    make: to(`${SPEC}/spec.json`, 'notes/spec.json'),
  },
  { name: 'T3 the spec’s folder is one of the person', make: to(SPEC, 'notes') },
  { name: 'T3 all specs are a folder of the person', make: to('.kiro/specs', 'empty') },
  { name: 'T3 .kiro is a folder of the person', make: to('.kiro', 'empty') },
  { name: 'T3 .kiro is to be made in the home folder', make: to('.kiro', 'made') },
  { name: 'T3 the runtime folder is one of the person', make: to('.kiro/runtime', 'empty') },
  {
    name: 'T3 the runtime folder is to be made in the home folder',
    make: to('.kiro/runtime', 'made'),
  },
  {
    name: 'T3 the folder of markers is one of the person',
    make: to('.kiro/runtime/runs', 'empty'),
  },
  {
    name: 'T3 the folder of agents is one of the person',
    make: to('.kiro/runtime/agents', 'empty'),
  },
  {
    name: 'T3 a marker is a file of the person',
    make: to(`.kiro/runtime/runs/${FEATURE}.json`, '.bashrc'),
  },
  { name: 'T3 host.json is a file of the person', make: to('.kiro/runtime/host.json', '.bashrc') },
  {
    name: 'T3 host.json is to be made in the home folder',
    make: to('.kiro/runtime/host.json', '.profile'),
  },
  {
    name: 'T3 the .gitignore of the runtime folder is to be made in the home folder',
    make: to('.kiro/runtime/.gitignore', '.profile'),
  },
  {
    name: 'T3 comments.json is a private key',
    make: to(`${SPEC}/comments.json`, '.ssh/id_ed25519'),
  },
  {
    name: 'T3 the requirements are a private key',
    make: to(`${SPEC}/requirements.md`, '.ssh/id_ed25519'),
  },
  {
    name: 'T3 the requirements are to be made in the home folder',
    make: to(`${SPEC}/requirements.md`, '.profile'),
  },
  { name: 'T3 the design is a private key', make: to(`${SPEC}/design.md`, '.ssh/id_ed25519') },
  { name: 'T3 the tasks are the shell’s start-up file', make: to(`${SPEC}/tasks.md`, '.bashrc') },
  {
    name: 'T3 a review is a private key',
    make: to(`${SPEC}/document-review-1.md`, '.ssh/id_ed25519'),
  },
  {
    name: 'T3 an inspection is to be made in the home folder',
    make: to(`${SPEC}/inspection-1.md`, '.profile'),
  },
  {
    name: 'T3 T4 a prompt is a private key',
    acts: true,
    make: to('.kiro/sdd/prompts/requirements.md', '.ssh/id_ed25519'),
  },
  {
    name: 'T3 T4 a prompt in the earlier place is a private key',
    acts: true,
    make: to('.kiro/prompts/requirements.md', '.ssh/id_ed25519'),
  },
  {
    name: 'T3 T4 the folder of prompts is one of the person',
    acts: true,
    make: to('.kiro/sdd/prompts', 'notes'),
  },
  { name: 'T3 the steering folder is where keys are', make: to('.kiro/steering', '.ssh') },
  {
    name: 'T3 a steering document is a private key',
    make: to('.kiro/steering/product.md', '.ssh/id_ed25519'),
  },
  {
    name: 'T3 the project’s configuration is a file of the person',
    make: to('.kiro/sdd-orchestrator.json', 'notes/config.json'),
  },
  {
    name: 'T3 the project’s configuration is a private key',
    make: to('.kiro/sdd-orchestrator.json', '.ssh/id_ed25519'),
  },
  { name: 'T3 the archive is a folder of the person', make: to('.kiro/archive', 'notes') },
  { name: 'T3 the bugs are a folder of the person', make: to('.kiro/bugs', 'notes') },
  { name: 'T3 CLAUDE.md is a private key', make: to('CLAUDE.md', '.ssh/id_ed25519') },
  {
    name: 'T3 T4 .claude is where keys are',
    acts: true,
    make: (repository) => {
      repository.link('.claude/settings.json', '.ssh/id_ed25519')
    },
  },
  {
    name: 'T3 links lead in circles',
    make: (repository) => {
      for (const name of ['tasks.md', 'design.md', 'comments.json'])
        symlinkSync(name, join(repository.specDir, name))
    },
  },
  {
    name: 'T3 pipes stand where files are expected',
    make: (repository) => {
      for (const name of ['tasks.md', 'event-log.jsonl', 'comments.json'])
        execFileSync(MAKE_FIFO, [join(repository.specDir, name)])
    },
  },
]

describe('a repository with links', () => {
  attackAll(CASES)
})
