import { eq, type SQL, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { ledgerJournals, transactions } from '@/db/schema'
import { inOperator, inTenant, inWorker, workerCtx } from '@/server/ctx'
import { settleGas } from '@/server/engine/gas-holds'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { accept, balanceOf, createPayer, type Payer } from './ledger.test-data'
import { ledgerDrift } from './ledger-drift'

const OPERATOR = anyOperator()

const database = openDatabase()

/** The statement is refused to each role. */
async function refusals(payer: Payer, statement: SQL): Promise<void> {
  const run = ({ db }: { db: Database }) => db.execute(statement)
  await expect(inTenant(payer, run)).rejects.toThrow()
  await expect(inWorker(run)).rejects.toThrow()
  await expect(inOperator(OPERATOR, run)).rejects.toThrow()
}

async function asOwner(statement: string): Promise<void> {
  const owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner
    .unsafe(statement)
    .simple()
    .finally(() => owner.end())
}

/** An attack with the owner's password after switching the triggers off. */
const tamper = (table: string, statement: string) =>
  asOwner(
    `begin; alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user; commit`,
  )

const faultsOf = async ({ businessId }: Payer) =>
  (await ledgerDrift(workerCtx().db))
    .filter((fault) => fault.businessId === businessId)
    .map(({ fault, subject, driftUnits }) => [fault, subject, driftUnits])

test.each([
  sql`update ledger_entries set amount_units = 0`,
  sql`delete from ledger_entries`,
  sql`update ledger_journals set reason = 'x'`,
  sql`delete from ledger_journals`,
  sql`update ledger_accounts set balance_units = balance_units + 1 where kind = 'available'`,
  sql`delete from ledger_accounts`,
])('no role changes what is written: %#', async (statement) => {
  const payer = await createPayer(1_000n)
  await refusals(payer, statement)
  expect(await balanceOf(payer)).toEqual({ available: '0.001', reserved: '0.00' })
})

test.each(['update ledger_entries set amount_units = 0', 'delete from ledger_journals', 'truncate ledger_entries'])(
  'not even the owner, while the triggers are on: %s',
  async (statement) => {
    const payer = await createPayer(1_000n)
    await expect(asOwner(statement)).rejects.toThrow('only entries move money')
    expect(await faultsOf(payer)).toEqual([])
  },
)

test('nobody opens an account with money in it', async () => {
  const payer = await createPayer(0n)
  await refusals(
    payer,
    sql`insert into ledger_accounts (business_id, currency, kind, balance_units)
      values (${payer.businessId}, 'USD', 'available', 5)`,
  )
})

/** Writes a journal of the payer with these entries, each of the business named. */
function post(payer: Payer, entries: { businessId: string; kind: 'available' | 'funding'; micros: bigint }[]) {
  return inWorker(async ({ db }) => {
    const journalId = v7()
    const { businessId } = payer
    await db
      .insert(ledgerJournals)
      .values({ id: journalId, businessId, kind: 'credit', reason: 'For a test', createdBy: 'test' })
    for (const entry of entries)
      await db.execute(sql`insert into ledger_entries (journal_id, business_id, currency, kind, amount_units)
        values (${journalId}, ${entry.businessId}, 'USD', ${entry.kind}, ${entry.micros.toString()}::numeric)`)
  })
}

test('a journal whose entries do not sum to zero is refused at commit and moves nothing', async () => {
  const payer = await createPayer(1_000n)
  const { businessId } = payer
  const attempt = post(payer, [
    { businessId, kind: 'available', micros: 50n },
    { businessId, kind: 'funding', micros: -49n },
  ])
  await expect(attempt).rejects.toThrow('does not sum to zero')
  expect(await balanceOf(payer)).toEqual({ available: '0.001', reserved: '0.00' })
})

test('a journal may grow entry by entry as long as it is whole at commit', async () => {
  const payer = await createPayer(0n)
  const { businessId } = payer
  await post(payer, [
    { businessId, kind: 'available', micros: 50n },
    { businessId, kind: 'funding', micros: -50n },
  ])
  expect(await balanceOf(payer)).toEqual({ available: '0.00005', reserved: '0.00' })
  expect(await faultsOf(payer)).toEqual([])
})

test('a journal of an earlier transaction takes no entry alone, and what is open is never more than a transaction long', async () => {
  const payer = await createPayer(1_000n)
  const [journal] = await workerCtx()
    .db.select()
    .from(ledgerJournals)
    .where(eq(ledgerJournals.businessId, payer.businessId))
  const grow = sql`insert into ledger_entries (journal_id, business_id, currency, kind, amount_units)
    values (${journal?.id}, ${payer.businessId}, 'USD', 'gas', 7)`
  await expect(inWorker((ctx) => ctx.db.execute(grow))).rejects.toThrow('does not sum to zero')
  expect(await balanceOf(payer)).toEqual({ available: '0.001', reserved: '0.00' })
  await asOwner(`do $$ begin assert (select count(*) = 0 from ledger_open_journals); end $$`)
})

test('no role writes what is noted of open journals', async () => {
  const payer = await createPayer(0n)
  await refusals(payer, sql`insert into ledger_open_journals values (${v7()})`)
  await refusals(payer, sql`delete from ledger_open_journals`)
})

test('entries of another business cannot stand in a journal', async () => {
  const [payer, victim] = await Promise.all([createPayer(1_000n), createPayer(1_000n)])
  const attempt = post(payer, [
    { businessId: payer.businessId, kind: 'available', micros: 50n },
    { businessId: victim.businessId, kind: 'funding', micros: -50n },
  ])
  await expect(attempt).rejects.toThrow('does not sum to zero')
  expect(await balanceOf(victim)).toEqual({ available: '0.001', reserved: '0.00' })
})

test('a tenant neither sees nor writes the ledger of another', async () => {
  const [payer, other] = await Promise.all([createPayer(1_000n), createPayer(1_000n)])
  const seen = await inTenant(other, ({ db }) =>
    db.select().from(ledgerJournals).where(eq(ledgerJournals.businessId, payer.businessId)),
  )
  expect(seen).toEqual([])
  const attempt = inTenant(other, ({ db }) =>
    db.insert(ledgerJournals).values({ businessId: payer.businessId, kind: 'credit', reason: 'x', createdBy: 'x' }),
  )
  await expect(attempt).rejects.toThrow()
})

test('the drift check finds a balance that is not the sum of its entries', async () => {
  const payer = await createPayer(1_000n)
  await tamper(
    'ledger_accounts',
    `update ledger_accounts set balance_units = 1300 where business_id = '${payer.businessId}' and kind = 'available'`,
  )
  expect(await faultsOf(payer)).toEqual([
    ['account', 'available', 300n],
    ['business', payer.businessId, 300n],
  ])
})

test('the drift check finds a journal that is not zero, or empty', async () => {
  const payer = await createPayer(1_000n)
  const journalId = v7()
  await tamper(
    'ledger_entries',
    `update ledger_entries set amount_units = 900 where business_id = '${payer.businessId}' and kind = 'available'`,
  )
  await workerCtx()
    .db.insert(ledgerJournals)
    .values({ id: journalId, businessId: payer.businessId, kind: 'credit', reason: 'x', createdBy: 'x' })
  const faults = await faultsOf(payer)
  expect(faults).toContainEqual(['account', 'available', 100n])
  expect(faults).toContainEqual(['journal', expect.any(String), -100n])
  expect(faults).toContainEqual(['journal', journalId, 0n])
})

test('the drift check finds fee columns that disagree with the entries', async () => {
  const payer = await createPayer(1_000n)
  const [held, charged] = await Promise.all([accept(payer, 100n), accept(payer, 100n)])
  await settleGas(workerCtx().db, [{ businessId: payer.businessId, transactionId: charged, chargeMicros: 40n }])
  expect(await faultsOf(payer)).toEqual([])
  const { db } = workerCtx()
  await db.update(transactions).set({ feeHoldMicros: 130n }).where(eq(transactions.id, held))
  await db.update(transactions).set({ feeChargedMicros: 50n }).where(eq(transactions.id, charged))
  expect(new Set(await faultsOf(payer))).toEqual(
    new Set([
      ['hold', held, -30n],
      ['hold', charged, 10n],
    ]),
  )
})

test('the drift check finds what ended and is held for still', async () => {
  const payer = await createPayer(1_000n)
  const id = await accept(payer, 100n)
  expect(await faultsOf(payer)).toEqual([])
  await workerCtx().db.update(transactions).set({ status: 'COMPLETED' }).where(eq(transactions.id, id))
  expect(await faultsOf(payer)).toEqual([['unsettled', id, 100n]])
  await settleGas(workerCtx().db, [{ businessId: payer.businessId, transactionId: id, chargeMicros: 10n }])
  expect(await faultsOf(payer)).toEqual([])
})

test('the drift check finds what was given back beyond the hold of a payment, and a currency that is not zero', async () => {
  const payer = await createPayer(1_000n)
  const [journalId, paymentId] = [v7(), v7()]
  await tamper(
    'ledger_entries',
    `insert into ledger_journals (id, business_id, kind, reference_type, reference_id, reason, created_by)
       values ('${journalId}', '${payer.businessId}', 'release', 'payment', '${paymentId}', 'x', 'x');
     insert into ledger_entries (journal_id, business_id, currency, kind, amount_units)
       values ('${journalId}', '${payer.businessId}', 'NGN', 'reserved', -5), ('${journalId}', '${payer.businessId}', 'NGN', 'available', 5)`,
  )
  expect(await faultsOf(payer)).toContainEqual(['hold', paymentId, -5n])
  await tamper(
    'ledger_accounts',
    `insert into ledger_accounts (business_id, currency, kind, balance_units) values ('${payer.businessId}', '1:0xA', 'available', 9)`,
  )
  const off = (await ledgerDrift(workerCtx().db)).filter(({ fault }) => fault === 'currency')
  expect(off).toContainEqual(expect.objectContaining({ subject: '1:0xA', driftUnits: 9n }))
})
