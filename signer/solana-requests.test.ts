import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { policies, signatures, signingRequests, wallets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { callSigner } from '@/server/custody/remote/call-signer'
import { CLUSTER_ID } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { startSigner } from '@/server/testing/start-signer'
import { isSignedBy } from '@/server/transactions/is-signed-by.test-data'
import { prepareMessage } from '@/server/transactions/prepare/prepare-sign'

let world: SolanaWorld
let signer: Awaited<ReturnType<typeof startSigner>>

beforeAll(async () => {
  world = await openSolanaWorld({
    beside: async (url) => {
      signer = await startSigner(url)
    },
  })
})
afterAll(async () => {
  await signer.stop()
  await world.close()
})

async function walletRow(address: string) {
  const [row] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  if (!row) throw new Error('no wallet')
  return row
}

async function ownTransaction(address: string) {
  const payerKey = new PublicKey(address)
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(someone()), lamports: 5 })],
  }).compileToV0Message()
  const serialized = Buffer.from(new VersionedTransaction(message).serialize()).toString('base64')
  return { message, serialized }
}

test('signs a transaction of the caller by the id of its row, and notes it', async () => {
  const address = await world.business.newWallet()
  const wallet = await walletRow(address)
  const { message, serialized } = await ownTransaction(address)
  const chain = await requireChain(CLUSTER_ID)
  const sign = await prepareMessage(world.tenant, { chain, wallet, serialized })
  const key = { ...wallet, walletId: wallet.id, expectedAddress: address }
  const signature = await sign(key, message.serialize())
  expect(isSignedBy(new PublicKey(address), signature, message.serialize())).toBe(true)
  const [noted] = await workerCtx().db.select().from(signatures).where(eq(signatures.address, address))
  expect(noted).toMatchObject({ reason: 'request', transactionId: null, businessId: world.tenant.businessId })
})

test.each([
  ['that is old', { createdAt: new Date(Date.now() - 3_600_000) }],
  ['that is no transaction', { serialized: new Uint8Array([1, 2, 3]) }],
  ['of another business', { businessId: newId() }],
])('signs no request %s', async (_name, change) => {
  const address = await world.business.newWallet()
  const wallet = await walletRow(address)
  const { serialized } = await ownTransaction(address)
  const row = {
    ...{
      id: newId(),
      businessId: world.tenant.businessId,
      walletId: wallet.id,
      chainId: 1,
      requestedBy: `key:${newId()}`,
    },
    serialized: new Uint8Array(Buffer.from(serialized, 'base64')),
    ...change,
  }
  await workerCtx().db.insert(signingRequests).values(row)
  await expect(callSigner('signRequest', { requestId: row.id })).rejects.toThrow()
  expect(await workerCtx().db.$count(signatures, eq(signatures.requestId, row.id))).toBe(0)
})

test('signs no request under a policy that limits anything, nor one of the fee payer', async () => {
  const { db } = workerCtx()
  const { businessId } = world.tenant
  const address = await world.business.newWallet()
  const feePayer = await walletRow(world.solana.feePayer)
  const own = await walletRow(address)
  const put = async (wallet: typeof own, of: string) => {
    const { serialized } = await ownTransaction(wallet.address)
    const row = { id: newId(), businessId: of, walletId: wallet.id, chainId: 1, requestedBy: `key:${newId()}` }
    await db.insert(signingRequests).values({ ...row, serialized: new Uint8Array(Buffer.from(serialized, 'base64')) })
    return row.id
  }
  await expect(callSigner('signRequest', { requestId: await put(feePayer, feePayer.businessId) })).rejects.toThrow()
  await db.insert(policies).values({ businessId, projectId: null, perTransactionMicros: 1n, updatedBy: 'test' })
  const refused = callSigner('signRequest', { requestId: await put(own, businessId) })
  await expect(refused).rejects.toMatchObject({ reason: 'policy_unreadable' })
  await db.delete(policies).where(eq(policies.businessId, businessId))
  await expect(callSigner('signRequest', { requestId: await put(own, businessId) })).resolves.toBeDefined()
})

test('whoever does not know the secret of the installation gets no answer', async () => {
  const { request } = await import('node:http')
  const status = await new Promise((resolve) => {
    const sent = request({ socketPath: signer.socket, path: '/status', method: 'POST' }, ({ statusCode }) =>
      resolve(statusCode),
    )
    sent.end('{}')
  })
  expect(status).toBe(401)
})
