import { and, eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { transactionAttempts, transactions, wallets } from '@/db/schema'
import { inOperator, inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { transferRow } from '@/server/testing/transfer-row'

openDatabase()
let tenant: Tenant & { projectId: string }
let payer: Parameters<typeof transferRow>[0]

beforeAll(async () => {
  tenant = await createTenant()
  const { address } = await newWallet(tenant)
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  if (!wallet) throw new Error('no wallet')
  payer = { ...tenant, walletId: wallet.id, address }
})

const ROLES: Record<string, (work: (db: Database) => Promise<unknown>) => Promise<unknown>> = {
  worker: (work) => work(workerCtx().db),
  tenant: (work) => inTenant(tenant, ({ db }) => work(db)),
  operator: (work) => inOperator({ actor: tenant.actor, requestId: tenant.requestId }, ({ db }) => work(db)),
}

async function put(type: 'TRANSFER' | 'SWEEP'): Promise<string> {
  const id = newId()
  await workerCtx()
    .db.insert(transactions)
    .values({ ...transferRow(payer), id, type, amountUnits: 10n, valueUsdMicros: 100n })
  return id
}

const INTENT: Record<string, SQL> = {
  recipient: sql`to_address = '0x00000000000000000000000000000000000000Bb'`,
  amount: sql`amount_units = 11`,
  'less than accepted': sql`amount_units = 9`,
  value: sql`value_usd_micros = 1`,
  'no value': sql`value_usd_micros = null`,
  token: sql`token_address = '0x00000000000000000000000000000000000000Cc'`,
  call: sql`call_data = '0x095ea7b3'`,
  type: sql`type = 'SIGN'`,
  chain: sql`chain_id = 1`,
  wallet: sql`address_index = 7`,
  sender: sql`from_address = '0x00000000000000000000000000000000000000Dd'`,
  project: sql`project_id = null`,
  'its name on chain': sql`intent_id = gen_random_uuid()`,
  'its moment': sql`created_at = 'epoch'`,
}

test.each(Object.keys(ROLES))('the %s changes nothing of what was accepted, and what becomes of it', async (role) => {
  const as = ROLES[role] ?? expect.fail('no role')
  const id = await put('TRANSFER')
  for (const change of Object.values(INTENT)) {
    const changing = as((db) => db.execute(sql`update transactions set ${change} where id = ${id}`))
    await expect(changing).rejects.toMatchObject({ cause: { code: '42501' } })
  }
  await expect(as((db) => db.delete(transactions).where(eq(transactions.id, id)))).rejects.toMatchObject({
    cause: { code: '42501' },
  })
  await as((db) => db.update(transactions).set({ stage: 'awaiting_approval' }).where(eq(transactions.id, id)))
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  expect(row).toMatchObject({ stage: 'awaiting_approval', amountUnits: 10n, valueUsdMicros: 100n })
})

test('a sweep is lowered until it is signed, and never raised', async () => {
  const { db } = workerCtx()
  const id = await put('SWEEP')
  const move = (amountUnits: bigint, valueUsdMicros: bigint) =>
    db.update(transactions).set({ amountUnits, valueUsdMicros }).where(eq(transactions.id, id))
  await move(9n, 90n)
  await expect(move(10n, 90n)).rejects.toThrow()
  await expect(move(9n, 91n)).rejects.toThrow()
  const withoutValue = db.update(transactions).set({ valueUsdMicros: null }).where(eq(transactions.id, id))
  await expect(withoutValue).rejects.toMatchObject({ cause: { code: '42501' } })
  await db.update(transactions).set({ stage: 'signed' }).where(eq(transactions.id, id))
  await expect(move(8n, 80n)).rejects.toThrow()
})

test('what was signed stays as it was signed, and is never dropped', async () => {
  const { db } = workerCtx()
  const transactionId = await put('TRANSFER')
  const attempt = {
    ...{
      id: newId(),
      businessId: tenant.businessId,
      transactionId,
      chainId: 84532,
      fromAddress: payer.address,
      nonce: 1,
    },
    ...{
      txHash: '0x01',
      rawTransaction: new Uint8Array([1]),
      gasLimit: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    },
  }
  await db.insert(transactionAttempts).values(attempt)
  const one = and(eq(transactionAttempts.id, attempt.id))
  for (const change of [
    { nonce: 2 },
    { txHash: '0x02' },
    { rawTransaction: new Uint8Array([2]) },
    { reason: 'bump' as const },
  ])
    await expect(db.update(transactionAttempts).set(change).where(one)).rejects.toMatchObject({
      cause: { code: '42501' },
    })
  await expect(db.delete(transactionAttempts).where(one)).rejects.toMatchObject({ cause: { code: '42501' } })
  await db.update(transactionAttempts).set({ outcome: 'accepted', sends: 1 }).where(one)
})

test.each(Object.keys(ROLES))(
  'the %s changes no transaction before it was made, whichever clock is behind',
  async (role) => {
    const as = ROLES[role] ?? expect.fail('no role')
    const id = newId()
    const createdAt = new Date(Date.now() + 60_000)
    const { db } = workerCtx()
    await db.insert(transactions).values({ ...transferRow(payer), id, createdAt })
    const read = () => db.select().from(transactions).where(eq(transactions.id, id))
    expect(await read()).toMatchObject([{ createdAt, updatedAt: createdAt }])
    const move = (updatedAt: Date) =>
      as((db) => db.update(transactions).set({ stage: 'signed', updatedAt }).where(eq(transactions.id, id)))
    await move(new Date())
    expect(await read()).toMatchObject([{ stage: 'signed', createdAt, updatedAt: createdAt }])
    const later = new Date(createdAt.getTime() + 60_000)
    await move(later)
    expect(await read()).toMatchObject([{ updatedAt: later }])
  },
)
