import fc from 'fast-check'
import { plain, RESTORE_STEP_WEIGHT, restoreStep } from '@/server/engine/recovery/restore-histories.test-data'

const amount = fc.integer({ min: 20, max: 120 })
const sender = fc.constantFrom('payer' as const, 'blocked' as const, 'later' as const)
const target = fc.constantFrom('treasury' as const, 'other' as const)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deposit' as const), amount, sender }) },
  { weight: 4, arbitrary: fc.constant({ do: 'read' as const }) },
  { weight: 5, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'send' as const }) },
  // The owner makes the rule again with this target, changes it, or deletes it.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('make' as const), target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const, 'delete' as const) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'block' as const }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Steps of a wallet that holds money to sweep at first, with at least one restore. */
export const steps = fc
  .tuple(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 5 }))
  .map(([before, lost, after]): Step[] => [
    { do: 'deposit', amount: 100, sender: 'payer' },
    { do: 'read' },
    ...before,
    { do: 'backup' },
    ...lost,
    { do: 'restore' },
    ...after,
  ])

const deposit = (units: number, from: 'payer' | 'blocked' | 'later'): Step => ({
  do: 'deposit',
  amount: units,
  sender: from,
})

/** Histories in which a restored backup contradicts what the chain or the owner has done since. */
export const HISTORIES: Step[][] = [
  // A sweep that waits in the backup was sent, and one that the backup lacks.
  [
    ...[deposit(100, 'payer'), ...plain('read', 'sweep', 'backup', 'send'), deposit(60, 'payer')],
    ...plain('read', 'sweep', 'send', 'restore', 'sweep', 'send', 'end', 'sweep', 'resume'),
    ...[deposit(60, 'payer'), ...plain('read', 'sweep', 'send')],
  ],
  // The rule got another target, and the sender was blocked.
  [
    ...[...plain('backup'), { do: 'make' as const, target: 'other' as const }, ...plain('block')],
    ...[
      deposit(90, 'later'),
      deposit(100, 'payer'),
      ...plain('read', 'sweep', 'restore', 'end', 'read', 'sweep', 'send'),
    ],
    ...[...plain('delete'), { do: 'make' as const, target: 'other' as const }, ...plain('sweep', 'send')],
  ],
]
