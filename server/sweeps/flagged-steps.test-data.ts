import fc from 'fast-check'

/** A process that dies, and a node that is away while a signature is sent. */
const EDGES = ['lane-after-plan', 'lane-after-sign', 'lane-after-store', 'send-before-answer'] as const

const amount = fc.integer({ min: 1, max: 120 })
const less = fc.integer({ min: 1, max: 40 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deposit' as const), amount, isFlagged: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('spend' as const), amount: less, isCall: fc.boolean() }) },
  { weight: 6, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), isHeld: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('approve' as const), isApproved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), isCleared: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), at: fc.constantFrom(...EDGES) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'send' as const }) },
  // Without it the follower of deposits lags.
  { weight: 4, arbitrary: fc.constant({ do: 'read' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list' as const), isBlocked: fc.boolean() }) },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Steps of a wallet that holds money to sweep at first. */
export const steps = fc
  .array(step, { minLength: 5, maxLength: 14 })
  .map((some): Step[] => [{ do: 'deposit', amount: 100, isFlagged: false }, { do: 'read' }, ...some])

/** How flagged units left a wallet by a sweep once. */
export const FOUND: Step[][] = [
  // The sweep waits for a second person while a transfer goes out.
  [
    { do: 'deposit', amount: 100, isFlagged: false },
    { do: 'deposit', amount: 50, isFlagged: true },
    { do: 'read' },
    { do: 'hold', isHeld: true },
    { do: 'sweep' },
    { do: 'hold', isHeld: false },
    { do: 'spend', amount: 50, isCall: false },
    { do: 'send' },
    { do: 'approve', isApproved: true },
  ],
  // One turn of the engine signs a call and the sweep behind it. The row of the call does not say what it moves.
  [
    { do: 'deposit', amount: 100, isFlagged: false },
    { do: 'deposit', amount: 50, isFlagged: true },
    { do: 'read' },
    { do: 'spend', amount: 50, isCall: true },
    { do: 'sweep' },
  ],
  // The deposits are not read yet when the balance is.
  [
    { do: 'deposit', amount: 100, isFlagged: false },
    { do: 'read' },
    { do: 'deposit', amount: 50, isFlagged: true },
    { do: 'sweep' },
  ],
  // What went out is made up for by a deposit that is not read yet when the sweep is signed.
  [
    { do: 'deposit', amount: 100, isFlagged: false },
    { do: 'read' },
    { do: 'hold', isHeld: true },
    { do: 'sweep' },
    { do: 'hold', isHeld: false },
    { do: 'spend', amount: 50, isCall: true },
    { do: 'send' },
    { do: 'deposit', amount: 50, isFlagged: true },
    { do: 'approve', isApproved: true },
  ],
]
