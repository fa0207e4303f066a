import { expect, test } from 'vitest'
import type { OwnerFunds } from './owner-funds'
import { planLane } from './plan-lane'
import { COST, queued, RICH, WORST_FEE } from './plan-lane.test-data'

type Row = [
  name: string,
  accepted: bigint,
  funds: Partial<OwnerFunds>,
  isShared: boolean,
  moved: bigint,
  leaves?: bigint,
]
const SWEPT: Row[] = [
  ['its gas out of the same coins', 50_000n, { nativeUnits: 50_000n }, true, 49_000n],
  ['all of it where something else pays the gas', 50_000n, { nativeUnits: 50_000n }, false, 50_000n],
  ['no more than was accepted', 30_000n, { nativeUnits: 50_000n }, true, 30_000n],
  ['nothing of the platform', 50_000n, { nativeUnits: 50_000n, platformUnits: 20_000n }, true, 30_000n],
  ['what leaves already aside', 50_000n, { nativeUnits: 50_000n, nativeOut: 10_000n }, false, 40_000n],
  ['nothing that is flagged', 50_000n, { nativeUnits: 50_000n }, false, 30_000n, 20_000n],
  ['nothing that is flagged, nor gas out of it', 50_000n, { nativeUnits: 50_000n }, true, 29_000n, 20_000n],
]

test.each(SWEPT)('a sweep moves %s', (_, accepted, funds, isShared, moved, leaves = 0n) => {
  const owner = { ...RICH, platformUnits: 0n, nativeOut: 0n, ...funds }
  const plan = planLane({
    queued: [queued(accepted, { type: 'SWEEP' })],
    costs: [COST],
    gasFunds: { gasUnits: isShared ? owner.nativeUnits - owner.nativeOut : WORST_FEE, isShared },
    owners: new Map([['w', owner]]),
    reserved: new Map([['t', leaves]]),
  })
  expect(plan.send.map((planned) => planned.queued.amountUnits)).toEqual([moved])
})

test('a sweep of nothing waits for incoming amounts, and fails if there are none', () => {
  const sweep = (owner: OwnerFunds, leaves = 0n) =>
    planLane({
      queued: [queued(500n, { type: 'SWEEP' })],
      costs: [COST],
      gasFunds: { gasUnits: WORST_FEE, isShared: false },
      owners: new Map([['w', owner]]),
      reserved: new Map(leaves > 0n ? [['t', leaves]] : []),
    })
  const empty = { ...RICH, nativeUnits: 0n, platformUnits: 0n, nativeOut: 0n, leaving: 0 }
  expect(sweep(empty)).toMatchObject({ fail: [{ queued: { amountUnits: 1n } }], send: [], waiting: false })
  const flagged = { ...empty, nativeUnits: 500n }
  expect(sweep(flagged, 500n)).toMatchObject({ fail: [{ queued: { amountUnits: 1n } }], send: [], waiting: false })
  expect(sweep({ ...flagged, nativeUnits: 900n, leaving: 1 }, 500n)).toMatchObject({
    fail: [],
    send: [],
    waiting: true,
  })
  expect(sweep({ ...empty, leaving: 1 })).toMatchObject({ fail: [], send: [], waiting: true })
})
