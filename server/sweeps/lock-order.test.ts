import { and, eq } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chains, priceSources, sweepWallets, wallets } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { inWorker, workerCtx } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { busyOf, newSweeper, PATH, type Sweeper, sweepAt, sweepsOf } from './sweep-world.test-data'

const database = openDatabase()
let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local.stop())

test('a sweep that waits for the balance of its business keeps the end of a transfer from no wallet', async () => {
  const { db } = workerCtx()
  const own = await newSweeper()
  const { businessId } = own.tenant
  await db
    .update(chains)
    .set({ gasPolicy: 'debited', gasStrategy: 'topup', l1Fee: 'none' })
    .where(eq(chains.chainId, CHAIN_ID))
  forgetChains()
  const price = { source: 'fixed' as const, fixedE8: 2_500_00000000n }
  await db
    .insert(priceSources)
    .values({ symbol: 'ETH', ...price })
    .onConflictDoUpdate({ target: priceSources.symbol, set: price })
  await inWorker((ctx) => postCredit(ctx.db, { businessId, micros: 1_000_000_000n, reason: 'test', createdBy: 'test' }))
  const [wallet = ''] = await own.newWallets({ count: 1 })
  await local.fundToken(wallet, 100_000_000n)
  const tokenAddress = local.cngn.address
  const ruleId = await own.newRule({ chainId: CHAIN_ID, tokenAddress, toAddress: own.treasury })

  // The end of transfers moves their gas first, and then asks for a look at the wallets that received them.
  const ending = postgres(database.url, { max: 2 })
  let sweeping: Promise<{ accepted: number }> | undefined
  await ending.begin(async (tx) => {
    await tx`select 1 from ledger_accounts where business_id = ${businessId} for update`
    sweeping = sweepAt()
    await expect.poll(() => waiting(ending)).toBe(1)
    await tx`set local lock_timeout = '5s'`
    await tx`update sweep_wallets set asked = asked + 1 where rule_id = ${ruleId}`
  })
  await ending.end()
  expect(await sweeping).toMatchObject({ accepted: 1 })
  await drainChain()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED', fromAddress: wallet }])
})

describe('wallets are locked behind their rule, in the order of their ids,', () => {
  type Locking = { own: Sweeper; ruleId: string }
  const LOCKING: Record<string, (locking: Locking) => Promise<unknown>> = {
    'by a resumed rule': ({ own, ruleId }) => own.patch(`${PATH}/${ruleId}`, { status: 'ACTIVE' }),
    'by a deleted rule': ({ own, ruleId }) => own.delete(`${PATH}/${ruleId}`),
  }

  test.each(Object.keys(LOCKING))('%s', async (act) => {
    const { own, ruleId, walletIds } = await heldWallets()
    const other = postgres(database.url, { max: 2 })
    let acting: Promise<unknown> | undefined
    await other.begin(async (tx) => {
      const ask = (walletId: string) =>
        tx`update sweep_wallets set asked = asked + 1 where rule_id = ${ruleId} and wallet_id = ${walletId}`
      const [first = '', ...rest] = walletIds
      await ask(first)
      acting = LOCKING[act]?.({ own, ruleId })
      await expect.poll(() => waiting(other)).toBe(1)
      await tx`set local lock_timeout = '5s'`
      for (const walletId of rest) await ask(walletId)
    })
    await other.end()
    expect(await acting).toMatchObject({ code: 200 })
    const states = (await busyOf(ruleId)).map(({ state }) => state)
    expect(states).toEqual(act === 'by a deleted rule' ? [] : walletIds.map(() => 'DUE'))
  })

  test('by a look at balances', async () => {
    const { own, ruleId, walletIds } = await heldWallets()
    await own.patch(`${PATH}/${ruleId}`, { status: 'ACTIVE' })
    const other = postgres(database.url, { max: 2 })
    let sweeping: Promise<unknown> | undefined
    await other.begin(async (tx) => {
      await tx`select 1 from sweep_rules where id = ${ruleId} for no key update`
      sweeping = sweepAt()
      await expect.poll(() => waiting(other)).toBe(1)
      await tx`set local lock_timeout = '5s'`
      await tx`update sweep_wallets set asked = asked + 1 where rule_id = ${ruleId} and wallet_id in ${tx(walletIds)}`
    })
    await other.end()
    await sweeping
    expect(await busyOf(ruleId)).toEqual([])
  })
})

/** A paused rule with held wallets, which lie in the table in the opposite order; their ids ascend. */
async function heldWallets() {
  const own = await newSweeper()
  const { businessId } = own.tenant
  await own.newWallets({ count: 3 })
  const ruleId = await own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury })
  await own.patch(`${PATH}/${ruleId}`, { status: 'PAUSED' })
  const { db } = workerCtx()
  const made = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.purpose, 'DEPOSITS')))
    .orderBy(wallets.id)
  const walletIds = made.map(({ id }) => id)
  const held = { state: 'HELD', trigger: 'deposit', dueAt: new Date(), failures: 4, reportedAt: new Date() } as const
  await db
    .insert(sweepWallets)
    .values(walletIds.toReversed().map((walletId) => ({ businessId, ruleId, walletId, ...held })))
  return { own, ruleId, walletIds }
}

/** How many statements wait for a lock. */
async function waiting(owner: postgres.Sql): Promise<unknown> {
  const [row] = await owner`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count
}
