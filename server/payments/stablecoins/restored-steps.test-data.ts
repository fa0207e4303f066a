import fc from 'fast-check'
import { plain, RESTORE_STEP_WEIGHT, restoreStep } from '@/server/engine/recovery/restore-histories.test-data'

/** The units of cNGN that a payment asks for. */
export const ASKED = 31_000_000_000n
const nth = fc.nat(1)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pay' as const), nth, units: fc.constantFrom(ASKED / 2n, ASKED) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('coins' as const), nth }) },
  { weight: 4, arbitrary: fc.constant({ do: 'read' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'send' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('recover' as const), who: fc.nat(1) }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export const steps = fc.array(step, { minLength: 6, maxLength: 12 }).map((some): Step[] => [{ do: 'backup' }, ...some])

const pay = (n: number): Step => ({ do: 'pay', nth: n, units: ASKED })
const coins: Step = { do: 'coins', nth: 1 }
const recovered: Step[] = [
  { do: 'recover', who: 0 },
  { do: 'recover', who: 1 },
]
export const HISTORIES: Step[][] = [
  // The backup has a queued sweep, money whose sweep it lacks, and coins that went back after it. It is restored twice.
  // More of both arrive.
  [
    ...[pay(1), coins, ...plain('read', 'sweep'), pay(0), ...plain('read', 'backup', 'sweep')],
    ...[...recovered, ...plain('send', 'restore', 'restore', 'send', 'end'), pay(0), coins, ...plain('read', 'sweep')],
    ...[...recovered, ...plain('send')],
  ],
]
