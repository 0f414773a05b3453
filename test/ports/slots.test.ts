import { FairQueue } from '../../src/host/runs/fair-queue.ts'
import { MemorySlots } from '../../src/testkit/ports/memory-slots.ts'
import { slotsSuite } from './slots-suite.ts'

slotsSuite('one process', (limit) => new FairQueue(limit))
slotsSuite('memory', (limit) => new MemorySlots(limit))
