import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Queued } from './load-queue'
import { planLane } from './plan-lane'

const TOKEN = '0x00000000000000000000000000000000000000C1'
const FEES = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n }
const GAS = 100n

function queued(amountUnits: bigint, tokenAddress: string | null, type = 'TRANSFER'): Queued {
  const id = '0193a000-0000-7000-8000-000000000001'
  const address = '0x00000000000000000000000000000000000000AA'
  return {
    id,
    businessId: id,
    walletId: id,
    seedId: id,
    type,
    fromAddress: address,
    addressIndex: 0,
    toAddress: address,
    tokenAddress,
    amountUnits,
  }
}

const arbitraryQueue = fc.array(
  fc.record({ amountUnits: fc.bigInt({ min: 1n, max: 1_000n }), isToken: fc.boolean() }),
  { minLength: 1, maxLength: 30 },
)

test('never sends more than the wallet owns, fees and what is in flight included', () => {
  fc.assert(
    fc.property(
      arbitraryQueue,
      fc.bigInt({ min: 0n, max: 20_000n }),
      fc.bigInt({ min: 0n, max: 5_000n }),
      fc.bigInt({ min: 0n, max: 3_000n }),
      fc.nat({ max: 5 }),
      (rows, native, token, flying, count) => {
        const queue = rows.map((row) => queued(row.amountUnits, row.isToken ? TOKEN : null))
        const plan = planLane({
          queued: queue,
          gasLimits: queue.map(() => GAS),
          state: { nativeUnits: native, mined: 0, tokens: new Map([[TOKEN, token]]) },
          inFlight: count > 0 ? { walletId: '', count, nativeUnits: flying, tokens: { [TOKEN]: flying } } : undefined,
          fees: FEES,
        })
        const sum = (rows: Queued[]) => rows.reduce((total, row) => total + row.amountUnits, 0n)
        const sent = plan.send.map(({ queued }) => queued)
        const nativeSpent = sum(sent.filter((row) => !row.tokenAddress)) + BigInt(sent.length) * GAS * FEES.maxFeePerGas
        const reserved = count > 0 ? flying : 0n
        if (sent.length > 0) expect(nativeSpent + reserved).toBeLessThanOrEqual(native)
        if (sent.some((row) => row.tokenAddress)) {
          expect(sum(sent.filter((row) => row.tokenAddress)) + reserved).toBeLessThanOrEqual(token)
        }
        if (count > 0) expect(plan.fail).toEqual([])
        // Something always happens: nothing may sit in a queue without being sent, ended, waited for or paid for.
        expect(plan.send.length + plan.fail.length > 0 || plan.waiting || plan.gasShortUnits > 0n).toBe(true)
      },
    ),
  )
})

test('a top-up waits for the gas wallet to be filled instead of failing', () => {
  const plan = planLane({
    queued: [queued(500n, null, 'GAS_TOPUP')],
    gasLimits: [GAS],
    state: { nativeUnits: 0n, mined: 0, tokens: new Map() },
    inFlight: undefined,
    fees: FEES,
  })
  expect(plan).toMatchObject({ send: [], fail: [], waiting: true })
})
