import fc from 'fast-check'

const [either, member, copies] = [fc.nat(1), fc.nat(2), fc.integer({ min: 1, max: 2 })]
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('propose' as const), by: either, owner: either, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'drop' as const), by: either, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), by: member, key: either, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('seal' as const), key: either, copies }) },
  // At the same time another owner may stop it.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('take' as const), by: member, copies, isStopped: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), by: fc.nat(3), copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'restore' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('role' as const), of: either }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('suspension' as const) }) },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** What the people who agree would do now. At the same time another owner may stop it. */
export type Next = { do: 'next'; isStopped: boolean }
export const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('next' as const), isStopped: fc.boolean() }) },
    { weight: 2, arbitrary: step },
  ),
  { minLength: 6, maxLength: 20 },
)
