import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { policies } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { balanceOf, credit, type Payer } from '@/server/ledger/ledger.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { budgetDay } from '@/server/sponsorship/find-daily-budget'
import { releaseStaleShares } from '@/server/sponsorship/release-stale-shares'
import { ageShares, createSponsored, dayOf, forgetShares } from '@/server/sponsorship/sponsorship.test-data'
import { budgetDrift } from '@/server/testing/budget-drift'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { addWallets } from '@/server/wallets/add-wallets'
import { acceptTransaction, acceptTransactions } from './accept-transaction'
import type { Intent } from './intent'
import { newIntent } from './new-intent.test-data'

const FUNDS = 1_000n

openDatabase()
let chain: Chain
beforeAll(async () => {
  chain = await requireChain()
})
// Stops the clock, so that a test at midnight has one day.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

/** A business with a balance, a day's budget and a policy that each cover a few transactions. */
async function newPayer(): Promise<Payer> {
  const payer = await createSponsored(FUNDS)
  await credit(payer, FUNDS)
  const { businessId, projectId } = payer
  const limits = { dailyMicros: FUNDS, approvalAboveMicros: 300n, updatedBy: 'test' }
  await inWorker(({ db }) => db.insert(policies).values({ businessId, projectId, ...limits }))
  forgetCaches()
  return payer
}

const micros = fc.bigInt(0n, 400n)
const wanted = fc.record({
  type: fc.constantFrom('TRANSFER', 'SIGN', 'DEPLOY', 'TOKEN_OPERATION'),
  hold: micros,
  sponsored: micros,
  value: micros,
})
type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never
const SMALL: Wanted = { type: 'TRANSFER', hold: 1n, sponsored: 1n, value: 1n }

function intentOf(payer: Payer, { type, hold, sponsored, value }: Wanted, index: number): Intent {
  return newIntent({
    ...{ type, chain, from: payer.address, amountUnits: BigInt(index), idempotencyKey: `key-${index}` },
    callData: type === 'TRANSFER' ? null : '0x',
    quote: { gasLimit: 21_000n, feeHoldMicros: hold, sponsoredMicros: sponsored, valueUsdMicros: value },
  })
}

/** Everything that acceptance wrote for a business, without ids and times. */
async function writtenFor(payer: Payer) {
  const { db } = workerCtx()
  // The unused part of a share of the day's budget is returned with the share.
  forgetShares()
  await ageShares()
  await releaseStaleShares(workerCtx())
  const rows = await db.execute(sql`
    select type, stage, status, amount_units::text, fee_hold_micros::text, gas_budget_micros::text, value_usd_micros::text, idempotency_key,
      exists (select 1 from approvals a where a.transaction_id = t.id) as waits
    from transactions t where business_id = ${payer.businessId} order by amount_units`)
  const entries = await db.execute(sql`
    select t.amount_units::text as of, j.kind as journal, e.kind, e.amount_units::text as units
    from ledger_journals j join ledger_entries e on e.journal_id = j.id join transactions t on t.id = j.reference_id
    where j.business_id = ${payer.businessId} order by t.amount_units, e.kind`)
  const orphans = await db.execute(sql`
    select 1 from ledger_journals j where business_id = ${payer.businessId} and kind = 'hold'
      and not exists (select 1 from transactions t where t.id = j.reference_id)`)
  return {
    rows: [...rows],
    entries: [...entries],
    orphans: orphans.length,
    balance: await balanceOf(payer),
    day: await dayOf(payer, budgetDay(new Date())),
  }
}

test('a batch is what its intents are one after the other, in rows, ledger, budget and policies; where one is refused, nothing', async () => {
  let [whole, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(wanted, { minLength: 1, maxLength: 6 }), async (batch) => {
      const [single, together] = [await newPayer(), await newPayer()]
      const empty = await writtenFor(together)
      const accept = (payer: Payer, one: Wanted, index: number) =>
        inTenant(payer, (ctx) => acceptTransaction(ctx, intentOf(payer, one, index)))
      let refusal: unknown = null
      for (const [index, one] of batch.entries()) {
        refusal = await accept(single, one, index).then(
          () => null,
          (error: unknown) => error,
        )
        if (refusal) break
      }
      const run = inTenant(together, (ctx) =>
        acceptTransactions(
          ctx,
          batch.map((one, index) => intentOf(together, one, index)),
        ),
      )
      if (refusal instanceof Error) {
        refused += 1
        await expect(run).rejects.toThrow(refusal.message)
        expect(await writtenFor(together)).toEqual(empty)
      } else {
        whole += 1
        expect((await run).map(({ type }) => type)).toEqual(batch.map(({ type }) => type))
        expect(await writtenFor(together)).toEqual(await writtenFor(single))
      }
      expect(await ledgerDrift(workerCtx().db)).toEqual([])
      expect(await budgetDrift(workerCtx().db)).toEqual([])
    }),
    // Random batches may all be accepted, or all refused.
    { ...propertyRuns(8, 100), examples: [[[SMALL]], [[SMALL, { ...SMALL, hold: FUNDS + 1n }]]] },
  )
  expect(Math.min(whole, refused)).toBeGreaterThan(0)
})

test('what is known to fail refuses its batch, although it is recorded when it comes alone', async () => {
  const payer = await newPayer()
  const empty = await writtenFor(payer)
  const good = intentOf(payer, { type: 'SIGN', hold: 1n, sponsored: 1n, value: 1n }, 0)
  const doomed = { ...good, refusal: { error: 'Not sent: the call reverts' } }
  const batch = inTenant(payer, (ctx) => acceptTransactions(ctx, [good, doomed]))
  await expect(batch).rejects.toMatchObject({ code: 'failed', message: 'Not sent: the call reverts' })
  expect(await writtenFor(payer)).toEqual(empty)
  const alone = await inTenant(payer, (ctx) => acceptTransaction(ctx, doomed))
  expect(alone).toMatchObject({ status: 'FAILED', error: 'Not sent: the call reverts' })
})

const free = { type: 'TRANSFER', hold: 0n, sponsored: 0n, value: 0n } as const

test('a batch follows what its transaction accepted before, from the same new wallet and another', async () => {
  const payer = await createSponsored(FUNDS)
  const [one, other] = await inTenantWithSeed(payer, (ctx) =>
    addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 2 }),
  )
  const of = (wallet: typeof one, index: number) => ({ ...intentOf(payer, free, index), from: wallet?.address ?? '' })
  const views = await inTenant(payer, async (ctx) => {
    const first = await acceptTransaction(ctx, of(one, 0))
    return [first, ...(await acceptTransactions(ctx, [of(one, 1), of(other, 2), of(one, 3)]))]
  })
  expect(views.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING'])
  expect(await inTenant(payer, (ctx) => acceptTransactions(ctx, []))).toEqual([])
})

test('batches over the same new wallets, each in an order of its own, do not wait for each other', async () => {
  const payer = await createSponsored(FUNDS)
  for (let round = 0; round < 5; round++) {
    const made = await inTenantWithSeed(payer, (ctx) =>
      addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 12 }),
    )
    const orders = [made, made.toReversed(), made.toSpliced(0, 6).concat(made.slice(0, 6))]
    const batches = orders.map((wallets) =>
      inTenant(payer, (ctx) =>
        acceptTransactions(
          ctx,
          wallets.map(({ address }, index) => ({ ...intentOf(payer, free, index), from: address })),
        ),
      ),
    )
    expect((await Promise.all(batches)).map((views) => views.length)).toEqual([12, 12, 12])
  }
})
