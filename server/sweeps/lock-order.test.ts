import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chains, priceSources } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { inWorker, workerCtx } from '@/server/ctx'
import { postCredit } from '@/server/ledger/post-credit'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { newSweeper, sweepAt, sweepsOf } from './sweep-world.test-data'

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

/** How many statements wait for a lock. */
async function waiting(owner: postgres.Sql): Promise<unknown> {
  const [row] = await owner`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count
}
