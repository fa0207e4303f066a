import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { signatures, transactionAttempts, transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { signer } from '@/server/engine/signing/signer'
import { DECISIONS, HARMLESS, THEFTS } from '@/server/engine/signing/thief.test-data'
import { attempt, expectAsked, openThiefWorld } from '@/server/engine/signing/thief-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { startSigner } from '@/server/testing/start-signer'

const database = openDatabase({ hasSigner: true })
let running: Awaited<ReturnType<typeof startSigner>>
let chainId: number

beforeAll(async () => {
  running = await startSigner(database.url)
  chainId = (await openThiefWorld()).chain.chainId
})
afterAll(() => running.stop())

test.each(Object.entries(THEFTS))('the app gets no signature where %s', async (_name, trick) => {
  const asked = await attempt()
  await trick(asked)
  await expectAsked(asked, false)
})

test.each(Object.entries(HARMLESS))('the app gets its signature where %s', async (_name, trick) => {
  const asked = await attempt()
  await trick(asked)
  await expectAsked(asked, true)
})

test.each(Object.entries(DECISIONS))(
  'what a policy sends to approval is signed as decided: %s',
  async (_name, decision) => {
    const asked = await attempt()
    await decision.trick(asked)
    await expectAsked(asked, decision.allows)
  },
)

const rowOf = async (id: string) => (await workerCtx().db.select().from(transactions).where(eq(transactions.id, id)))[0]

test('each signature is noted, and nobody but the signer writes the notes', async () => {
  const { db } = workerCtx()
  const asked = await attempt()
  await expectAsked(asked, true)
  const [noted] = await db.select().from(signatures).where(eq(signatures.transactionId, asked.row.id))
  const row = await rowOf(asked.row.id)
  expect(noted).toMatchObject({
    chainId,
    address: asked.row.fromAddress,
    nonce: 0,
    txHash: row?.txHash,
    reason: 'first',
  })
  expect(noted?.signedBy).toMatch(/^slipway_signer_/)
  const denied = { cause: { code: '42501' } }
  await expect(
    db.insert(signatures).values({ ...noted, id: newId() } as typeof signatures.$inferInsert),
  ).rejects.toMatchObject(denied)
  await expect(db.update(signatures).set({ nonce: 9 })).rejects.toMatchObject(denied)
  await expect(db.delete(signatures)).rejects.toMatchObject(denied)
})

/** The app's role may write these columns: a signed transaction looks as if it had never been signed. */
const unsigned = (id: string) =>
  workerCtx()
    .db.update(transactions)
    .set({ stage: 'queued', nonce: null, txHash: null, senderAddress: null, signedAt: null })
    .where(eq(transactions.id, id))

test('a transaction that was made to look unsigned is not signed again, under any nonce', async () => {
  const asked = await attempt()
  await expectAsked(asked, true)
  for (const firstNonce of [0, 1, 7]) {
    await unsigned(asked.row.id)
    asked.order.firstNonce = firstNonce
    await expectAsked(asked, false)
  }
})

test('nor where another row is said to have taken its nonce', async () => {
  const { db } = workerCtx()
  const asked = await attempt()
  await expectAsked(asked, true)
  const [signed] = await db
    .select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.transactionId, asked.row.id))
  if (!signed) throw new Error('nothing was signed')
  await unsigned(asked.row.id)
  const taker = { ...asked.row, id: newId(), status: 'FAILED' as const, stage: 'final' as const }
  await db.insert(transactions).values({ ...taker, nonce: 0, senderAddress: asked.row.fromAddress })
  const bytes = new Uint8Array(signed.rawTransaction)
  await db.insert(transactionAttempts).values({
    ...{ ...signed, id: newId(), transactionId: taker.id, reason: 'found' as const },
    ...{ txHash: `0x${'ab'.repeat(32)}`, rawTransaction: bytes },
  })
  asked.order.firstNonce = 1
  await expectAsked(asked, false)
})

test('no second transaction is signed under a nonce that the first was signed under', async () => {
  const { db } = workerCtx()
  const first = await attempt()
  await expectAsked(first, true)
  await unsigned(first.row.id)
  const second = { ...first, row: { ...first.row, id: newId(), amountUnits: 6n } }
  await db.insert(transactions).values(second.row)
  const [terms] = first.order.send
  if (!terms) throw new Error('nothing is ordered')
  second.order = { ...first.order, send: [{ ...terms, transactionId: second.row.id }] }
  await expectAsked(second, false)
  await db.update(transactions).set({ status: 'FAILED' }).where(eq(transactions.id, first.row.id))
  await signer().signLanes({ chainId, isTrial: false, orders: [{ ...second.order, firstNonce: 1 }] })
  const forms = await db
    .select()
    .from(signatures)
    .where(and(eq(signatures.address, first.row.fromAddress), eq(signatures.reason, 'first')))
  expect(forms.map(({ transactionId, nonce }) => [transactionId, nonce]).sort()).toEqual(
    [
      [first.row.id, 0],
      [second.row.id, 1],
    ].sort(),
  )
})

test('of four that ask at once for the same one gets it, and there is one form of it', async () => {
  const asked = await attempt()
  const order = { chainId, isTrial: false, orders: [asked.order] }
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => signer().signLanes(order)))
  const signed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.stored : []))
  const noted = await workerCtx().db.select().from(signatures).where(eq(signatures.transactionId, asked.row.id))
  expect(signed).toHaveLength(1)
  expect(noted.map(({ txHash }) => txHash)).toEqual(signed.map(({ txHash }) => txHash))
})

test('a trial leaves nothing behind, and shows no bytes', async () => {
  const asked = await attempt()
  const lanes = await signer().signLanes({ chainId, isTrial: true, orders: [asked.order] })
  expect(lanes).toEqual({ stored: [], failed: [] })
  await expectAsked(asked, true)
})
