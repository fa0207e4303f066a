import fc from 'fast-check'
import { plain, RESTORE_STEP_WEIGHT, restoreStep } from '@/server/engine/recovery/restore-histories.test-data'

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'ask' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'reject' as const),
      who: fc.nat(1),
      nth: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const), nth: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'remove' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'send' as const }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export const steps = fc
  .array(step, { minLength: 6, maxLength: 14 })
  .map((some): Step[] => [...plain('ask'), { do: 'backup' }, ...some])

const by = (verb: 'approve' | 'reject', nth: number, who = 1): Step => ({ do: verb, who, nth })
export const HISTORIES: Step[][] = [
  // After the backup one is approved and sent, one rejected, one left too long, one asked for and sent, and the person
  // who approved is removed.
  [
    ...[...plain('ask', 'ask', 'ask', 'backup'), by('approve', 0), by('reject', 0), { do: 'expire' as const, nth: 0 }],
    ...[...plain('ask'), by('approve', 0), ...plain('send', 'remove', 'restore', 'send'), by('approve', 0)],
    ...[...plain('end', 'ask'), by('approve', 0), ...plain('send')],
  ],
]
