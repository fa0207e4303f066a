import fc from 'fast-check'

/** The insert of a transfer of this amount fails, or loses its connection, while the table `kills` has a row. */
export const DEADLY = 7

const line = fc.record({
  // The last one belongs to nobody.
  wallet: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 1, 2),
  to: fc.nat(1),
  amount: fc.constantFrom<number[]>(0, 1, 1, 1, 2, 2, 2, 3, 5),
  chain: fc.nat(2),
  reference: fc.constantFrom('a', 'b', 'c', 'd', ...Array<undefined>(8)),
})
const batch = fc.record({
  do: fc.constant('batch' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  allOrNothing: fc.boolean(),
  times: fc.integer({ min: 1, max: 2 }),
})
const cancel = fc.record({ do: fc.constant('cancel' as const), n: fc.nat(9) })
const decide = fc.record({ do: fc.constant('decide' as const), n: fc.nat(9), isApproved: fc.boolean() })
const decideAll = fc.record({ do: fc.constant('decide_all' as const), n: fc.nat(9), isApproved: fc.boolean() })
const change = fc.record({
  do: fc.constant('policy' as const),
  daily: fc.constantFrom(4, 12, 20),
  approvalAbove: fc.constantFrom<(number | null)[]>(null, 1, 3),
  isNarrow: fc.boolean(),
})
const end = fc.record({ do: fc.constant('end' as const), isDone: fc.boolean() })
const kill = fc.record({ do: fc.constant('kill' as const), batch, at: fc.nat(4), isLost: fc.boolean() })
/** What a step does happens at once. */
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: batch },
        { weight: 2, arbitrary: decide },
        { weight: 3, arbitrary: decideAll },
        ...[cancel, change],
      ),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { weight: 1, arbitrary: fc.tuple(end) },
  { weight: 1, arbitrary: fc.tuple(kill) },
)
/** Above how many dollars a second person decides at the start; null if none does. */
export const firstThreshold = fc.constantFrom(null, 1, 2)
export type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never
export type Action = typeof step extends fc.Arbitrary<(infer T)[]> ? T : never
