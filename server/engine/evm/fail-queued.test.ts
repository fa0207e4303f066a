import { inArray } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { inWorker, workerCtx } from '@/server/ctx'
import { createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { requireChain } from '@/server/testing/require-chain'
import { transferRow } from '@/server/testing/transfer-row'
import { failQueued } from './fail-queued'

const database = openDatabase()
let owner: postgres.Sql
let chain: Chain
let payer: Payer
beforeAll(async () => {
  owner = postgres(database.url, { max: 1, onnotice: () => {} })
  // Fires once for each statement, however many rows it changes.
  await owner.unsafe(`
    create table updates (id serial);
    create function note_update() returns trigger language plpgsql security definer as
      $$ begin insert into updates default values; return null; end $$;
    create trigger noted after update on transactions for each statement execute function note_update()`)
  chain = await requireChain()
  payer = await createPayer(0n)
})
afterAll(async () => {
  await owner.end()
})

async function queue(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    ...transferRow(payer),
    id: v7(),
    laneWalletId: payer.walletId,
  }))
  await inWorker(({ db }) => db.insert(transactions).values(rows))
  return rows.map(({ id }) => id)
}

async function updatesOf(work: () => Promise<void>): Promise<number> {
  await owner`delete from updates`
  await work()
  const [row] = await owner`select count(*)::int as count from updates`
  return Number(row?.count)
}

const doomed = (ids: readonly string[]) =>
  ids.map((id, index) => ({ id, error: `Reason ${index}`, shortfall: index === 0 ? SHORTFALL : null }))
const SHORTFALL = { unit: 'ETH', needed: '2', available: '1' }

test('many transactions that cannot succeed end with as many statements as one, each with its own reason', async () => {
  const [one, many] = [await queue(1), await queue(40)]
  const ofOne = await updatesOf(() => failQueued(chain, doomed(one)))
  const ofMany = await updatesOf(() => failQueued(chain, doomed(many)))
  expect(ofMany).toBe(ofOne)
  const rows = await workerCtx().db.select().from(transactions).where(inArray(transactions.id, many))
  expect(rows.map(({ status }) => status)).toEqual(many.map(() => 'FAILED'))
  expect(new Map(rows.map(({ id, error }) => [id, error]))).toEqual(
    new Map(many.map((id, index) => [id, `Reason ${index}`])),
  )
  expect(rows.find(({ id }) => id === many[0])?.shortfall).toEqual(SHORTFALL)
  expect(rows.find(({ id }) => id === many[1])?.shortfall).toBeNull()
})

test('ends nothing twice: repeated ids, signed and ended transactions are skipped', async () => {
  const [twice = '', signed = '', over = ''] = await queue(3)
  const { db } = workerCtx()
  await db
    .update(transactions)
    .set({ stage: 'signed' })
    .where(inArray(transactions.id, [signed]))
  await failQueued(chain, [{ id: over, error: 'First' }])
  await failQueued(chain, [...doomed([twice, signed, over]), { id: twice, error: 'Again' }])
  const rows = await db
    .select()
    .from(transactions)
    .where(inArray(transactions.id, [twice, signed, over]))
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [twice, 'FAILED'],
      [signed, 'PENDING'],
      [over, 'FAILED'],
    ]),
  )
  expect(rows.find(({ id }) => id === over)?.error).toBe('First')
})
