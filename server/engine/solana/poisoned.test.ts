import { Keypair } from '@solana/web3.js'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactions } from '@/db/schema'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { CLUSTER_ID, type LocalSolana, SOL, solanaBusiness, startLocalSolana } from '@/server/testing/local-solana'
import { testDatabase } from '@/server/testing/test-database'
import { pumpSolana } from './pump-solana'

let database: Awaited<ReturnType<typeof testDatabase>>
let solana: LocalSolana
let business: ReturnType<typeof solanaBusiness>

beforeAll(async () => {
  database = await testDatabase()
  solana = await startLocalSolana()
  business = solanaBusiness(await createTenant())
})
afterAll(async () => {
  await solana.stop()
  await database.close()
})

/** One run of the engine, so long after now. */
async function pump(laterMs = 0): Promise<void> {
  const chain = await findChain(CLUSTER_ID)
  if (!chain) throw new Error('the cluster is not in the database')
  const at = new Date(Date.now() + laterMs)
  await pumpSolana({ ...workerCtx(), now: () => at }, chain)
}

/** Only this column: others of a poisoned row cannot be read. */
async function statuses(ids: readonly string[]) {
  const rows = await workerCtx()
    .db.select({ id: transactions.id, status: transactions.status })
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test.each([
  ['an address that is none', sql`to_address = 'nowhere'`],
  ['a token that is none', sql`token_address = 'none'`],
  ['an amount that is no number', sql`amount_units = 'NaN'`],
])('a queued row with %s holds up nobody, and is carried once it is mended', { timeout: 60_000 }, async (_, change) => {
  const recipient = Keypair.generate().publicKey.toBase58()
  const wallets = [await business.newWallet(), await business.newWallet()] as const
  for (const wallet of wallets) await solana.setBalance(wallet, 2n * SOL)
  const poisoned = await business.transfer(wallets[0], recipient, '0.1')
  const others = [
    await business.transfer(wallets[0], recipient, '0.2'),
    await business.transfer(wallets[1], recipient, '0.3'),
  ]
  await workerCtx().db.execute(sql`update transactions set ${change} where id = ${poisoned}`)
  await pump()
  expect(await statuses([poisoned, ...others])).toEqual(['PENDING', 'COMPLETED', 'COMPLETED'])
  const sound = { toAddress: recipient, tokenAddress: null, amountUnits: SOL / 10n }
  await workerCtx().db.update(transactions).set(sound).where(eq(transactions.id, poisoned))
  await pump(61_000)
  expect(await statuses([poisoned])).toEqual(['COMPLETED'])
})
