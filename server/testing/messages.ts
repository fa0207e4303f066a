import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { projects, transactions, wallets, webhookAttempts, webhookMessages } from '@/db/schema'
import { type Tenant, workerCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import { webhookSecretUse } from '@/server/webhooks/find-keys'
import { createTenant } from './create-tenant'
import { newWallet } from './new-wallet'

export type Owner = Tenant & { projectId: string; secret: Buffer }

/** A business whose project has a webhook secret we know; a new one where none is given. */
export async function createOwner(given?: Tenant & { projectId: string }): Promise<Owner> {
  const tenant = given ?? (await createTenant())
  const secret = randomBytes(32)
  const webhookSecretSealed = await sealSecret(webhookSecretUse(tenant.projectId), secret)
  await workerCtx().db.update(projects).set({ webhookSecretSealed }).where(eq(projects.id, tenant.projectId))
  return { ...tenant, secret }
}

type Requested = Partial<typeof webhookMessages.$inferInsert>

/** Messages that are due now. */
export async function enqueueMessages(owner: Owner, url: string, requests: Requested[] = [{}]): Promise<string[]> {
  const rows = requests.map((request) => ({
    id: v7(),
    businessId: owner.businessId,
    projectId: owner.projectId,
    source: 'test' as const,
    sourceId: v7(),
    kind: 'wallet.transfer.completed',
    url,
    body: JSON.stringify({ type: 'wallet.transfer.completed', data: { text: 'ünï ✓' } }),
    nextAttemptAt: new Date(Date.now() - 1_000),
    ...request,
  }))
  await workerCtx().db.insert(webhookMessages).values(rows)
  return rows.map((row) => row.id)
}

export async function enqueueMessage(owner: Owner, url: string, request: Requested = {}): Promise<string> {
  const [id] = await enqueueMessages(owner, url, [request])
  if (!id) throw new Error('no message')
  return id
}

/** A transaction for messages to report, with a new wallet. */
export async function createTransactionRow(
  owner: Owner,
  request: Partial<typeof transactions.$inferInsert> = {},
): Promise<typeof transactions.$inferSelect> {
  const wallet = await newWallet(owner)
  const { db } = workerCtx()
  const [{ id: walletId } = { id: '' }] = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(eq(wallets.address, wallet.address))
  const [row] = await db
    .insert(transactions)
    .values({
      businessId: owner.businessId,
      projectId: owner.projectId,
      walletId,
      type: 'TRANSFER',
      chainType: 'EVM',
      network: 'TESTNET',
      chainId: 84532,
      signerType: 'BUSINESS_HD',
      fromAddress: wallet.address,
      addressIndex: wallet.addressIndex,
      toAddress: '0x00000000000000000000000000000000000000AA',
      amountUnits: 1n,
      decimals: 18,
      ...request,
    })
    .returning()
  if (!row) throw new Error('no transaction')
  return row
}

export async function readMessage(id: string) {
  const { db } = workerCtx()
  const [message] = await db.select().from(webhookMessages).where(eq(webhookMessages.id, id))
  if (!message) throw new Error('no such message')
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.messageId, id))
    .orderBy(asc(webhookAttempts.number))
  return { message, attempts }
}

/** Lets the wait of a pending message be over. */
export async function makeDue(id: string): Promise<void> {
  await workerCtx()
    .db.update(webhookMessages)
    .set({ nextAttemptAt: sql`now() - interval '1 second'` })
    .where(eq(webhookMessages.id, id))
}

/** As if the process that delivers it had died. */
export async function expireLease(id: string): Promise<void> {
  await workerCtx()
    .db.update(webhookMessages)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(webhookMessages.id, id))
}

/** So that the messages of one test are not due in the next. */
export async function settleAllMessages(): Promise<void> {
  await workerCtx()
    .db.update(webhookMessages)
    .set({ status: 'delivered', nextAttemptAt: null, resendRequestedAt: null, leaseUntil: null })
}
