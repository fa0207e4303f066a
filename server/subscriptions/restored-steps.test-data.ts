import fc from 'fast-check'
import { plain, RESTORE_STEP_WEIGHT, restoreStep } from '@/server/engine/recovery/restore-histories.test-data'

const nth = fc.nat(2)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('quote' as const), plan: fc.nat(1) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay' as const), nth }) },
  { weight: 2, arbitrary: fc.constant({ do: 'cancel' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(1, 10, 31) }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export const steps = fc.array(step, { minLength: 6, maxLength: 20 }).map((some): Step[] => [{ do: 'backup' }, ...some])

const quote = (plan: number): Step => ({ do: 'quote', plan })
const payNth = (n: number): Step => ({ do: 'pay', nth: n })
const pass = (days: 1 | 10 | 31): Step => ({ do: 'pass', days })
export const HISTORIES: Step[][] = [
  // The backup has the first plan and an open upgrade, which is paid after it; another quote is lost with its money.
  [
    ...[quote(0), payNth(0), pass(10), quote(1), ...plain('backup'), payNth(1), pass(1), quote(1), payNth(2)],
    ...[...plain('restore', 'end'), quote(1), payNth(2), pass(31)],
  ],
  // The plan was cancelled after the backup, and ended. A smaller one follows it.
  [
    ...[quote(1), payNth(0), ...plain('backup', 'cancel'), pass(31), quote(0), payNth(1)],
    ...[...plain('restore', 'end'), pass(10), quote(0), payNth(0)],
  ],
]
