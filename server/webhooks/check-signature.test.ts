import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { webhookAttempts } from '@/db/schema'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { rotateWebhookSecret } from '@/server/projects/rotate-webhook-secret'
import { createOwner, createTransactionRow, enqueueMessage, type Owner } from '@/server/testing/messages'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { checkSignature } from './check-signature'
import { dispatchWebhooks } from './dispatch'
import { rememberWebhookSecret } from './request-secrets'

const world = openWebhookWorld()

/** As a query of the portal does: outside a transaction. */
const check = (who: Owner, messageId: string, attempt = 1) =>
  inTenantReading(who, (ctx) => checkSignature({ ...ctx, projectId: who.projectId }, { messageId, attempt }))

async function delivered(request: Parameters<typeof enqueueMessage>[2] = {}): Promise<string> {
  const id = await enqueueMessage(world.owner, world.receiver.url, request)
  await dispatchWebhooks(workerCtx())
  return id
}

async function rotate(): Promise<void> {
  const made = await newWebhookSecret(world.owner.projectId)
  await as(world.owner, (ctx) => rotateWebhookSecret(ctx, made))
}

test('shows what was signed, and that the present key makes the signature', async () => {
  const id = await delivered()
  const [visit] = world.receiver.visits
  const timestamp = Number(visit?.headers['webhook-timestamp'])
  expect(await check(world.owner, id)).toEqual({
    ...{ scheme: 'standard', signedWith: 'project', id, timestamp, verdict: 'valid' },
    sentAt: expect.any(String),
    contentStart: `${id}.${timestamp}.`,
    signatures: [{ value: visit?.headers['webhook-signature'], matches: true }],
  })
})

test('shows the scheme of event subscriptions too', async () => {
  const id = await delivered({ scheme: 'indexer' })
  expect(await check(world.owner, id)).toMatchObject({
    ...{ scheme: 'indexer', verdict: 'valid' },
    contentStart: expect.stringMatching(/^\d{10}\.$/),
    signatures: [{ value: expect.stringMatching(/^v1=[0-9a-f]{64}$/), matches: true }],
  })
})

test('knows only attempts that were made', async () => {
  const id = await enqueueMessage(world.owner, world.receiver.url)
  await expect(check(world.owner, id)).rejects.toMatchObject({ code: 'not_found' })
  await dispatchWebhooks(workerCtx())
  await expect(check(world.owner, id, 2)).rejects.toMatchObject({ code: 'not_found' })
})

test('says that the key was replaced once its overlap is over', async () => {
  const id = await delivered()
  await rotate()
  expect(await check(world.owner, id)).toMatchObject({ verdict: 'valid' })
  await rotate()
  expect(await check(world.owner, id)).toMatchObject({ verdict: 'key_replaced', signatures: [{ matches: false }] })
})

test('finds a signature that was changed', async () => {
  const id = await delivered()
  const requestHeaders = { 'webhook-timestamp': '1700000000', 'webhook-signature': `v1,${'A'.repeat(43)}=` }
  await workerCtx().db.update(webhookAttempts).set({ requestHeaders }).where(eq(webhookAttempts.messageId, id))
  expect(await check(world.owner, id)).toMatchObject({ verdict: 'key_replaced', signatures: [{ matches: false }] })
})

test("checks with a request's own secret while it is in memory, and says so when it is not", async () => {
  const { id: sourceId } = await createTransactionRow(world.owner)
  rememberWebhookSecret(sourceId, 'sixteen chars ok')
  const id = await delivered({ source: 'transaction', sourceId, keySource: 'request' })
  expect(await check(world.owner, id)).toMatchObject({ signedWith: 'request', verdict: 'valid' })
  // As after a restart: the attempt names a secret that this process does not hold.
  const lost = await delivered()
  const { db } = workerCtx()
  await db.update(webhookAttempts).set({ signedWith: 'request' }).where(eq(webhookAttempts.messageId, lost))
  expect(await check(world.owner, lost)).toMatchObject({ verdict: 'key_not_kept', signatures: [{ matches: false }] })
})

test("shows nothing of another project's message", async () => {
  const id = await delivered()
  await expect(check(await createOwner(), id)).rejects.toMatchObject({ code: 'not_found' })
})
