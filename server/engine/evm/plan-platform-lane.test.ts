import { expect, test } from 'vitest'
import { gasShortOf, planLane } from './plan-lane'
import { COST, queued, RICH, WORST_FEE } from './plan-lane.test-data'

test('a relayer skips an owner who has to wait, and never pays an owner’s amount', () => {
  const plan = planLane({
    queued: [
      queued(900n, { token: true, owner: 'a', lane: 'r' }),
      queued(900n, { token: true, owner: 'a', lane: 'r' }),
      queued(1_000n, { owner: 'b', lane: 'r' }),
    ],
    costs: [COST, COST, COST],
    gasFunds: { gasUnits: 2n * WORST_FEE, isShared: true },
    owners: new Map([
      ['a', RICH],
      ['b', RICH],
    ]),
    reserved: new Map(),
    judged: new Map(),
  })
  expect(plan.send.map(({ queued }) => queued.walletId)).toEqual(['a', 'b'])
  expect(plan).toMatchObject({ waiting: true, fail: [], underfunded: [], gasLeftUnits: 0n })
})

test('a top-up waits for an empty gas wallet instead of failing, and affordable ones precede it', () => {
  const gasFunds = { gasUnits: 100n + WORST_FEE, isShared: true }
  const plan = planLane({
    queued: [queued(500n, { type: 'GAS_TOPUP' }), queued(100n, { type: 'GAS_TOPUP' })],
    costs: [COST, COST],
    gasFunds,
    owners: new Map([['w', { ...RICH, nativeUnits: gasFunds.gasUnits }]]),
    reserved: new Map(),
    judged: new Map(),
  })
  expect(plan.send.map((planned) => planned.queued.amountUnits)).toEqual([100n])
  expect(plan).toMatchObject({ fail: [], waiting: false })
  expect(gasShortOf(plan, gasFunds)).toBe(500n + WORST_FEE)
})

test.each([
  ['is alone and covered', 400n, [], 1],
  ['would overdraw the float', 401n, [], 0],
  ['shares the lane with a transaction of its wallet', 400n, [queued(1n)], 0],
])('the return of a float is sent only where it %s', (_, amount, others, sent) => {
  const plan = planLane({
    queued: [queued(amount, { type: 'FLOAT_RETURN' }), ...others],
    costs: [COST, ...others.map(() => COST)],
    gasFunds: { gasUnits: 400n + WORST_FEE, isShared: false },
    owners: new Map([['w', { ...RICH, platformUnits: 400n + WORST_FEE, floatUnits: 400n + WORST_FEE }]]),
    reserved: new Map(),
    judged: new Map(),
  })
  expect(plan.send.filter((planned) => planned.queued.type === 'FLOAT_RETURN')).toHaveLength(sent)
  expect(plan.drop).toHaveLength(1 - sent)
})
