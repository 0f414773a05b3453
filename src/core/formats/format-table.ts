import type { SpecFormat } from './format.ts'
import { KIRO } from './kiro/kiro.ts'
import { OPENSPEC } from './openspec/openspec.ts'
import { SPEC_KIT } from './spec-kit/spec-kit.ts'
import { SPEC_WORKFLOW_SERVER } from './spec-workflow/spec-workflow.ts'

/** Every known format. New specs are created in the first one. */
export const FORMATS: readonly SpecFormat[] = [KIRO, SPEC_KIT, OPENSPEC, SPEC_WORKFLOW_SERVER]
