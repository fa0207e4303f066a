import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SWEEP_OUTDATED } from '@/server/chains/shortage-texts'
import { propertyRuns } from '@/server/testing/proof'
import type { OwnerFunds } from './owner-funds'
import { planLane } from './plan-lane'
import { COST, queued, RICH, TOKEN, WORST_FEE } from './plan-lane.test-data'

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
    judged: new Map(),
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
      judged: new Map(),
    })
  const empty = { ...RICH, nativeUnits: 0n, platformUnits: 0n, nativeOut: 0n, outgoing: 0 }
  expect(sweep(empty)).toMatchObject({ fail: [{ queued: { amountUnits: 1n } }], send: [], waiting: false })
  const flagged = { ...empty, nativeUnits: 500n }
  expect(sweep(flagged, 500n)).toMatchObject({ fail: [{ queued: { amountUnits: 1n } }], send: [], waiting: false })
  expect(sweep({ ...flagged, nativeUnits: 900n, outgoing: 1 }, 500n)).toMatchObject({
    fail: [],
    send: [],
    waiting: true,
  })
  expect(sweep({ ...empty, outgoing: 1 })).toMatchObject({ fail: [], send: [], waiting: true })
})

const units = fc.bigInt({ min: 0n, max: 20_000n })
const judgedSweep = fc.record({
  ...{ accepted: units.map((n) => n + 1n), freeUnits: units, held: units, out: units, ahead: units },
  ...{ isToken: fc.boolean(), isShared: fc.boolean(), isOutdated: fc.boolean(), isCall: fc.boolean() },
})

test('a sweep of a rule moves no more than was free when it was judged, less what its wallet sent since', () => {
  fc.assert(
    fc.property(judgedSweep, ({ accepted, freeUnits, held, out, ahead, isToken, isShared, isOutdated, isCall }) => {
      const before = { ...queued(ahead, { token: isToken }), id: 'before', callData: isCall ? '0x' : null }
      const plan = planLane({
        queued: [...(ahead > 0n ? [before] : []), queued(accepted, { type: 'SWEEP', token: isToken })],
        costs: [COST, COST],
        gasFunds: { gasUnits: isToken || !isShared ? 10n * WORST_FEE : held - out, isShared },
        owners: new Map([
          [
            'w',
            {
              ...{ ...RICH, nativeUnits: held, tokens: new Map([[TOKEN, held]]), nativeOut: isToken ? 0n : out },
              tokensOut: new Map([[TOKEN, isToken ? out : 0n]]),
            },
          ],
        ]),
        reserved: new Map(),
        judged: new Map([['t', { freeUnits, isOutdated }]]),
      })
      const planned = [...plan.send, ...plan.underfunded].map((one) => one.queued)
      const sentBefore = planned.some(({ id }) => id === 'before')
      const sweep = planned.find(({ id }) => id === 't')
      if (isOutdated || (sentBefore && isCall)) expect(sweep).toBeUndefined()
      for (const { error } of plan.drop) expect(error).toBe(SWEEP_OUTDATED)
      if (!sweep) return
      const fees = isShared && !isToken ? WORST_FEE * (sentBefore ? 2n : 1n) : 0n
      expect(sweep.amountUnits + fees + out + (sentBefore ? ahead : 0n)).toBeLessThanOrEqual(freeUnits)
    }),
    propertyRuns(),
  )
})
