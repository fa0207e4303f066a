import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { transactions, wallets } from '@/db/schema'
import { inTenant, inWorker } from '@/server/ctx'
import type { Payer } from '@/server/ledger/ledger.test-data'
import { openLanes } from '@/server/queue/open-lanes'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { transferRow } from '@/server/testing/transfer-row'
import { createWallets } from '@/server/wallets/create-wallets'
import { settleBudgets } from './settle-budgets'
import { acceptSponsored, CHAIN_ID, createSponsored } from './sponsorship.test-data'

const WALLETS = 60
openDatabase()

/** A business whose wallets all have a lane on the chain. */
async function withLanes(): Promise<Payer> {
  const payer = await createSponsored(100_000n)
  await inTenantWithSeed(payer, (ctx) => createWallets(ctx, { chainType: 'EVM', count: WALLETS - 1, purpose: 'TEST' }))
  const made = await inTenant(payer, (ctx) => ctx.db.select().from(wallets))
  const opened = made.map(({ businessId, id, address }) => ({ businessId, chainId: CHAIN_ID, walletId: id, address }))
  await inWorker(({ db }) => openLanes(db, opened))
  return payer
}

/** Rows of lanes that statements of this connection have read. */
async function lanesRead(db: Database): Promise<number> {
  const [row] = await db.execute(sql`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables where relname = 'lanes'`)
  return z.object({ read: z.number() }).parse(row).read
}

async function readBySettling(ids: readonly string[], isForRecipient: boolean): Promise<number> {
  return inWorker(async ({ db, now }) => {
    const before = await lanesRead(db)
    const costs = ids.map((transactionId) => ({ transactionId, costMicros: 1n, isForRecipient }))
    await settleBudgets(db, costs, now())
    return (await lanesRead(db)) - before
  })
}

test('settling reads the lanes of wallets that were filled, one each, and no others', async () => {
  const payer = await withLanes()
  const sent: string[] = []
  for (let count = 0; count < 10; count++) sent.push(await acceptSponsored(payer, { micros: 5n }))
  expect(await readBySettling(sent, false)).toBe(0)
  const filled = await inWorker(({ db }) =>
    db
      .insert(transactions)
      .values(Array.from({ length: 3 }, () => transferRow(payer)))
      .returning(),
  )
  const ids = filled.map(({ id }) => id)
  expect(await readBySettling(ids, true)).toBe(ids.length)
})
