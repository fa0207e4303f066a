import fc from 'fast-check'
import { plain, RESTORE_STEP_WEIGHT, restoreStep } from '@/server/engine/recovery/restore-histories.test-data'

/** The first two are wallets of the business, the third is a key outside. */
const who = fc.nat(2)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('mint' as const), who, tokens: fc.constantFrom<number>(10, 20) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'batch' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('burn' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('freeze' as const), who, isOn: fc.boolean() }) },
  { weight: 5, arbitrary: fc.constant({ do: 'pay' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'call' as const }) },
  // Anyone may pay out what was reserved for a holder.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('owed' as const), who }) },
  // The client asks again under the same key, for everything that it asked for.
  { weight: 3, arbitrary: fc.constant({ do: 'repeat' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('travel' as const), days: fc.constantFrom<number>(1, 61, 92) }) },
  // The worker sends what was accepted, one job reads the chain, one plans what follows, or all until nothing is open.
  { weight: 4, arbitrary: fc.constant({ do: 'send' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'follow' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'plan' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'work' as const }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
export type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never) | { do: 'issue' | 'register' }

const mint = (nth: number, tokens = 10): Step => ({ do: 'mint', who: nth, tokens })
const travel = (days: number): Step => ({ do: 'travel', days })
const freeze = (nth: number, isOn: boolean): Step => ({ do: 'freeze', who: nth, isOn })
const issued: Step[] = [...plain('issue', 'work', 'register', 'work'), mint(0), mint(1), ...plain('work')]

/** Steps of a bond with two holders and a coupon that is due, whose issue itself may be after the backup. */
export const steps = fc
  .tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.array(step, { maxLength: 4 }),
    fc.array(step, { minLength: 2, maxLength: 7 }),
    fc.array(step, { maxLength: 6 }),
  )
  .map(([chance, before, lost, after]): Step[] => {
    const issuing =
      chance === 0 ? [...plain('backup'), ...issued] : [...issued, travel(61), ...before, ...plain('backup')]
    return [...issuing, ...lost, ...plain('restore'), ...after]
  })

/** Histories in which a restored backup contradicts what the chain has executed. */
export const HISTORIES: Step[][] = [
  // The backup has a coupon that is recorded and not funded. It lacks its payment, also to a frozen holder, and a mint.
  [
    ...[...issued, freeze(1, true), ...plain('work'), travel(61), ...plain('pay', 'send', 'follow', 'backup', 'work')],
    ...[mint(2, 20), ...plain('batch', 'work', 'restore', 'plan', 'end', 'plan', 'repeat', 'work'), freeze(1, false)],
    ...[...plain('work'), { do: 'owed' as const, who: 1 }],
  ],
  // The backup lacks the bond.
  [...plain('backup'), ...issued, ...plain('restore', 'follow', 'end', 'repeat', 'work'), mint(0), ...plain('work')],
]
