import { buildPrompt } from '../../src/host/prompts/build-prompt.ts'
import { itemDirOf, type ProjectFolders } from '../../src/host/project/folders.ts'
import type { StepRequest, StepRequestOf } from '../../src/host/ports/step-runner.ts'
import { play } from '../../src/simulated-agent/play.ts'
import { MemorySteps, StepMemory } from '../../src/testkit/ports/memory-steps.ts'
import { outcome } from '../../src/testkit/simulation/virtual-spec.ts'

/** The simulated agent on the real files of a project, without a process of its own. */
export class PlayedSteps extends MemorySteps {
  readonly #memory: StepMemory
  readonly #folders: ProjectFolders

  constructor(folders: ProjectFolders, memory = new StepMemory()) {
    super(memory)
    this.#memory = memory
    this.#folders = folders
  }

  override start(request: StepRequest): void {
    if (request.kind !== 'agent') throw new Error(`nothing plays a ${request.kind}`)
    const prompt = this.#promptOf(request)
    super.start(request)
    void this.#play(request, prompt)
  }

  async #play({ launch, item }: StepRequestOf<'agent'>, prompt: string): Promise<void> {
    let said = ''
    const { key, phase, round } = launch
    const exitCode = await play({
      env: {
        SDD_SPEC: item.name,
        SDD_SPEC_DIR: itemDirOf(this.#folders, item),
        SDD_PHASE: phase,
        SDD_ROUND: String(round ?? ''),
      },
      workDir: this.#folders.projectDir,
      prompt,
      emit: (line) => (said = line),
      sessionId: key.agentId,
      beatMs: 0,
    })
    const step = this.#memory.steps.get(key.agentId)
    if (step === undefined) return
    const ended =
      exitCode === 0 ? {} : ({ status: 'failed', cause: 'agent-error', exitCode } as const)
    this.#memory.end(step, outcome({ message: said, ...ended }))
  }

  #promptOf({ launch, item }: StepRequestOf<'agent'>): string {
    const { projectDir } = this.#folders
    const plain = { isIsolated: false, skipsTasks: false, returned: [], allowed: [] }
    const specDir = itemDirOf(this.#folders, item)
    return buildPrompt({ ...launch, ...plain, projectDir, specDir, item, failedChecks: [] })
  }
}
