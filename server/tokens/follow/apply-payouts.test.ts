import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenPayoutLines, tokenPayouts } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { openTokenWorld, type TokenWorld } from '@/server/tokens/token-world.test-data'
import { applyEvents } from './apply-events'

const HOLDER = '0x52908400098527886E0F7030069857D2E4169EE7'
let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

test('a payout covers amounts set aside before it, not those set aside after it in the same blocks', {
  timeout: 240_000,
}, async () => {
  const { id: tokenId } = await world.active({
    ticker: 'OWED',
    name: 'Set aside',
    price: 1,
    chain: 'BASE',
    decimals: 6,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    yieldParams: {
      annualRate: 10,
      firstCouponDate: await world.dayAfter(31),
      maturityDate: await world.dayAfter(130),
      couponInterval: 1,
      dayCount: 'ACT_365',
      faceValuePerToken: 1,
      gracePeriod: 5,
      callable: false,
    },
  })
  const { businessId } = world.client
  const apply = (named: { name: string; args: Record<string, string> }[]) => {
    const place = { tokenId, businessId, blockNumber: 9n, blockHash: '0x', blockTime: 9, txHash: '0x' }
    const events = named.map((event, logIndex) => ({ ...place, logIndex, ...event }))
    return inWorker(({ db, now }) => applyEvents(db, { tokenId, events, now: now(), isNotified: false }))
  }
  const owed = (coupon: number) => ({
    name: 'PayoutOwed',
    args: { id: String(coupon), holder: HOLDER, units: '7', amount: '5' },
  })
  await apply([owed(1)])
  await apply([{ name: 'OwedPaid', args: { holder: HOLDER, amount: '5' } }, owed(2)])
  const lines = await workerCtx()
    .db.select({ coupon: tokenPayouts.index, state: tokenPayoutLines.state })
    .from(tokenPayoutLines)
    .innerJoin(tokenPayouts, eq(tokenPayouts.id, tokenPayoutLines.payoutId))
    .where(eq(tokenPayoutLines.tokenId, tokenId))
    .orderBy(asc(tokenPayouts.index))
  expect(lines).toEqual([
    { coupon: 1, state: 'PAID' },
    { coupon: 2, state: 'OWED' },
  ])
})
