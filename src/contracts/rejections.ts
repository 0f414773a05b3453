import type { ReadFinding } from './asked/findings.ts'
import type { ItemKind, WorkItem } from './work-item.ts'
import type { AgentPhase, Phase, WorkflowName } from './phases.ts'
import type { Role } from './roles.ts'
import type { BudgetKind } from './spec-json.ts'
import type { TrustFinding } from './views/trust-view.ts'

/** Why a command was refused. Data only: the edges (CLI, web) own the wording. */
export type Rejection =
  | { code: 'ALREADY_EXECUTING'; item: WorkItem }
  | { code: 'BAD_NAME'; name: string; kind?: ItemKind }
  | { code: 'NOT_FOUND'; item: WorkItem }
  | { code: 'ALREADY_EXISTS'; item: WorkItem }
  | { code: 'IMPL_LIMIT'; item: WorkItem; done: number | null; total: number | null }
  | { code: 'NOTHING_TO_RESUME'; item: WorkItem; status: string }
  | { code: 'BUDGET_SPENT'; item: WorkItem; kind: BudgetKind; spent: number; budget: number }
  | { code: 'NO_QUESTION'; item: WorkItem }
  /** The run did not stop at anything that could be answered. */
  | { code: 'NOTHING_ASKED'; item: WorkItem }
  /** `key` is not one of the questions that are asked. */
  | { code: 'NOT_ASKED'; item: WorkItem; key: string; asked: string[] }
  /** The answers are for an earlier stop. */
  | { code: 'ASKED_EARLIER'; item: WorkItem; keys: string[]; document: string | null }
  /** No command after a deploy was started whose end is unknown. */
  | { code: 'NO_OPEN_RELEASE'; item: WorkItem }
  | { code: 'PRECONDITION'; item: WorkItem; phase: Phase; missing: Precondition[] }
  | { code: 'NOT_GENERATED'; item: WorkItem; phase: Phase }
  | { code: 'NO_REVIEW_TO_FIX'; item: WorkItem }
  | { code: 'NOT_IN_WORKFLOW'; item: WorkItem; phase: Phase; workflow: WorkflowName }
  | { code: 'RETRY_LIMIT'; item: WorkItem; phase: Phase; limit: number }
  /** The last inspection found nothing to fix. */
  | { code: 'NO_FINDINGS_TO_FIX'; item: WorkItem }
  | { code: 'PERMISSION_CONFLICT'; phase: Phase }
  | { code: 'AGENT_UNKNOWN'; agent: string; known: string[] }
  | { code: 'AGENT_MISSING'; agent: string; command: string; variable: string }
  | { code: 'AGENT_NOT_EXECUTABLE'; agent: string; path: string }
  /** The user has not yet decided on the project files that take effect. */
  | { code: 'NOT_TRUSTED'; item: WorkItem; findings: TrustFinding[] }
  | { code: 'AGENT_NOT_ISOLATED'; agent: string }
  /** The last question of this conversation has no answer yet. */
  | { code: 'ASK_BUSY' }
  | { code: 'NO_CHECK'; check: string }
  | { code: 'CHECK_EXISTS'; check: string }
  /** The check is in the user's personal configuration. */
  | { code: 'CHECK_PERSONAL'; check: string }
  | { code: 'CHECK_MISSING'; check: string; program: string }
  | { code: 'COMMAND_MISSING'; setting: 'worktree.setup' | 'deploy.command'; program: string }
  /** The project is run without its own configuration. */
  | { code: 'CONFIG_NOT_USED'; file: string }
  | { code: 'PLAN_WRITES_NOTHING'; item: WorkItem; phase: Phase }
  | { code: 'AGENT_CANNOT_ASK'; agent: string; phase: AgentPhase }
  | { code: 'SPEC_UNREADABLE'; file: string; detail: string }
  | { code: 'JOURNAL_UNREADABLE'; file: string; detail: string }
  | { code: 'BAD_CONFIG'; file: string; key: string; allowed: string }
  | { code: 'NOT_WRITABLE'; path: string; detail: string }
  | { code: 'LINK_REFUSED'; path: string }
  | { code: 'NO_DOCUMENT'; item: WorkItem; document: string }
  | { code: 'DOCUMENT_CHANGED'; item: WorkItem; document: string; version: string | null }
  | { code: 'DOCUMENT_TOO_LARGE'; document: string; limit: number }
  /** Larger than anything the host reads. */
  | { code: 'DOCUMENT_OVERSIZED'; file: string; size: number; limit: number }
  | { code: 'NO_COMMENT'; id: string }
  | { code: 'NOT_IN_ARCHIVE'; id: string }
  /** Code stays where it was started. */
  | { code: 'CODE_BEGUN'; item: WorkItem; workspace: 'checkout' | 'worktree' }
  | { code: 'NO_SAVED_WORK'; ref: string }
  | { code: 'FOLDER_NOT_EMPTY'; path: string }
  /** `detail` includes the remedy. */
  | { code: 'GIT_REFUSED'; detail: string; finding?: ReadFinding }
  | { code: 'NO_PROJECT'; project: string }
  | { code: 'NOT_A_FOLDER'; path: string }
  | { code: 'PROJECT_ELSEWHERE'; dir: string; pid: number | null }
  | { code: 'UNKNOWN_SETTING'; key: string }
  | { code: 'LOCAL_ONLY' }
  | { code: 'REMOTE_OFF' }
  /** A fleet does not support this call, or not yet. */
  | { code: 'NOT_IN_FLEET'; method: string }
  | { code: 'NO_FLEET' }
  | { code: 'ROLE_NEEDED'; role: Role }
  | { code: 'NO_WORKER'; worker: string }
  | { code: 'ADDRESS_UNAVAILABLE'; address: string; detail: string }
  | { code: 'BAD_HOST_NAME'; host: string }
  | { code: 'NO_DEVICE'; device: string }
  | { code: 'HOST_FAILED'; operation: string; detail: string }

export interface Precondition {
  phase: Phase
  needs: 'generated' | 'approved' | 'tasks-done' | 'passed'
}
