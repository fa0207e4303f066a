import { inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { lanes, transactions } from '@/db/schema'
import { TRANSACTION_TYPES, type TransactionType } from '@/schemas/transactions/words'
import type { Chain } from '@/server/chains/registry'
import { inWorker, workerCtx } from '@/server/ctx'
import { createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { transferRow } from '@/server/testing/transfer-row'
import { END_HANDLERS } from './end-handlers'
import { endTransactions } from './end-transactions'

const CHAIN_ID = 84532
const mark = z.object({ id: z.string(), step: z.string(), together: z.number() })

const database = openDatabase()
let chain: Chain
let payer: Payer
beforeAll(async () => {
  const owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner`create table marks (id uuid, step text, together int)`
  await owner`grant all on marks to public`
  await owner.end()
  chain = await requireChain()
  payer = await createPayer(0n)
})
beforeEach(() => workerCtx().db.execute(sql`delete from marks`))

/** Steps that record each row they get, in the database transaction they get. */
const stepOf =
  (name: string) =>
  async (db: Database, { ended }: { ended: readonly { id: string }[] }) => {
    for (const { id } of ended) await db.execute(sql`insert into marks values (${id}, ${name}, ${ended.length})`)
  }
const both = (type: TransactionType) => ({
  beforeFees: stepOf(`${type} before`),
  afterFees: stepOf(`${type} after`),
})
const marking: typeof END_HANDLERS = {
  TRANSFER: both('TRANSFER'),
  SIGN: both('SIGN'),
  DEPLOY: both('DEPLOY'),
  TOKEN_OPERATION: both('TOKEN_OPERATION'),
  SWEEP: both('SWEEP'),
  FLOAT_RETURN: both('FLOAT_RETURN'),
  GAS_TOPUP: both('GAS_TOPUP'),
  DELEGATE: both('DELEGATE'),
}

async function openRows(types: readonly TransactionType[]): Promise<string[]> {
  const rows = types.map((type) => ({
    ...transferRow(payer),
    id: v7(),
    laneWalletId: payer.walletId,
    type,
    // Unique indexes allow one open top-up for each address and one return for each wallet.
    toAddress: v7(),
  }))
  await inWorker(({ db }) => db.insert(transactions).values(rows))
  return rows.map(({ id }) => id)
}

function end(ids: readonly string[], status: 'COMPLETED' | 'FAILED', onEnded = marking) {
  const change = (db: Database) =>
    db
      .update(transactions)
      .set({ status, stage: 'final', finalAt: new Date() })
      .where(sql`${inArray(transactions.id, [...ids])} and ${transactions.status} = 'PENDING'`)
      .returning()
  return endTransactions(chain, null, change, { onEnded })
}

async function marksOf(ids: readonly string[]) {
  const rows = await workerCtx().db.execute(sql`select id, step, together from marks order by step, id`)
  return z
    .array(mark)
    .parse([...rows])
    .filter(({ id }) => ids.includes(id))
}

const types = fc.subarray([...TRANSACTION_TYPES, 'TRANSFER', 'SIGN', 'TOKEN_OPERATION', 'DEPLOY'] as const, {
  minLength: 1,
})

test('each step of a type runs once for each ended row, however often it is ended concurrently', async () => {
  await fc.assert(
    fc.asyncProperty(
      types,
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('COMPLETED', 'FAILED'),
      async (open, sides, status) => {
        const ids = await openRows(open)
        await Promise.all(Array.from({ length: sides }, () => end(ids, status)))
        await end(ids, status)
        const marks = await marksOf(ids)
        const wanted = open.flatMap((type, index) => [`${ids[index]} ${type} after`, `${ids[index]} ${type} before`])
        expect(marks.map(({ id, step }) => `${id} ${step}`).toSorted()).toEqual(wanted.toSorted())
      },
    ),
    propertyRuns(5, 60),
  )
})

test('a step gets all rows of its type that end together', async () => {
  const ids = await openRows(['DEPLOY', 'TOKEN_OPERATION', 'DEPLOY', 'DEPLOY'])
  await end(ids, 'COMPLETED')
  const marks = await marksOf(ids)
  expect(marks.filter(({ step }) => step === 'DEPLOY after').map(({ together }) => together)).toEqual([3, 3, 3])
  expect(marks.filter(({ step }) => step === 'TOKEN_OPERATION after').map(({ together }) => together)).toEqual([1])
})

test.each(['beforeFees', 'afterFees'] as const)(
  'a step that throws (%s) rolls back the end and the effects of other steps',
  async (step) => {
    const ids = await openRows(['TRANSFER', 'DEPLOY'])
    const fails = () => Promise.reject(new Error('a crash'))
    await expect(end(ids, 'COMPLETED', { ...marking, DEPLOY: { [step]: fails } })).rejects.toThrow('a crash')
    expect(await marksOf(ids)).toEqual([])
    const rows = await workerCtx().db.select().from(transactions).where(inArray(transactions.id, ids))
    expect(rows.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
    await end(ids, 'COMPLETED')
    expect(await marksOf(ids)).toHaveLength(4)
  },
)

test('a connection that is lost before the commit leaves no effects', async () => {
  const ids = await openRows(['TOKEN_OPERATION'])
  const lost = async (db: Database) => {
    await stepOf('lost')(db, { ended: ids.map((id) => ({ id })) })
    const [own] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const owner = postgres(database.url, { max: 1, onnotice: () => {} })
    await owner`select pg_terminate_backend(${own?.pid ?? 0})`
    await owner.end()
  }
  await expect(end(ids, 'COMPLETED', { ...marking, TOKEN_OPERATION: { afterFees: lost } })).rejects.toThrow()
  expect(await marksOf(ids)).toEqual([])
  await end(ids, 'COMPLETED')
  expect(await marksOf(ids)).toHaveLength(2)
})

test('what the platform queued for a transaction ends with it, once, with the steps of its own type', async () => {
  const [id = ''] = await openRows(['TRANSFER'])
  const served = await openRows(['GAS_TOPUP', 'DELEGATE'])
  await workerCtx().db.update(transactions).set({ servedTransactionId: id }).where(inArray(transactions.id, served))
  await end([id], 'FAILED')
  await end(served, 'FAILED')
  expect((await marksOf(served)).map(({ step }) => step)).toEqual([
    'DELEGATE after',
    'DELEGATE before',
    'GAS_TOPUP after',
    'GAS_TOPUP before',
  ])
})

test('the return of a float reduces the float of its wallet, and a failed return does not', async () => {
  const { db } = workerCtx()
  const lane = { businessId: payer.businessId, chainId: CHAIN_ID, walletId: payer.walletId, address: payer.address }
  await db
    .insert(lanes)
    .values({ ...lane, gasFloatUnits: 5n })
    .onConflictDoNothing()
  const floatOf = async () => (await db.select().from(lanes))[0]?.gasFloatUnits
  await end(await openRows(['FLOAT_RETURN']), 'FAILED', END_HANDLERS)
  expect(await floatOf()).toBe(5n)
  await end(await openRows(['FLOAT_RETURN']), 'COMPLETED', END_HANDLERS)
  expect(await floatOf()).toBe(4n)
})
