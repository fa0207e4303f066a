import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { chainCursors, policies, signatures, signingRequests, wallets } from '@/db/schema'
import { bundleProgram } from '@/dev/bundle-programs'
import { workerCtx } from '@/server/ctx'
import { callSigner } from '@/server/custody/remote/call-signer'
import { detectRewind } from '@/server/engine/recovery/detect-rewind'
import { detectOtherDatabase } from '@/server/engine/recovery/notice-restore'
import type { FaultPoint } from '@/server/fault-point'
import { knownDatabase } from '@/server/recovery/known-database'
import { attemptsOf, CLUSTER_ID, rowOf, runPump, SOL } from '@/server/testing/local-solana'
import { changeRow, unguardRows } from '@/server/testing/poisoned-rows'
import { requireChain } from '@/server/testing/require-chain'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { startSigner } from '@/server/testing/start-signer'
import { isSignedBy } from '@/server/transactions/is-signed-by.test-data'
import { prepareMessage } from '@/server/transactions/prepare/prepare-sign'

let world: SolanaWorld
let program: string
let signer: Awaited<ReturnType<typeof startSigner>>

beforeAll(async () => {
  world = await openSolanaWorld({
    beside: async (url) => {
      signer = await startSigner(url)
    },
  })
  await unguardRows()
  // As at the start of an app: the signer compares the database with what the app knows.
  await detectOtherDatabase(workerCtx())
  await detectRewind(workerCtx())
  expect(knownDatabase()).toEqual({ place: expect.any(String), epoch: expect.any(Number) })
  program = await bundleProgram('e2e/processes/pump-solana-once.ts')
})
beforeEach(() => signer.start())
afterAll(async () => {
  await signer.stop()
  await world.close()
})

test('sends a transfer as ever', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  await runPump()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test.each(['solana-after-sign', 'solana-after-store'] satisfies FaultPoint[])(
  'a signer killed at %s costs nobody anything',
  async (point) => {
    const [wallet, recipient] = [await world.fundedWallet(), someone()]
    const ids = await Promise.all(Array.from({ length: 5 }, () => world.business.transfer(wallet, recipient, '1')))
    writeFileSync(signer.faultFile, point)
    const pumped = runPump().catch((error: unknown) => error)
    await signer.ended()
    expect(await pumped).toMatchObject({ reason: 'key_service_unavailable' })
    await signer.start()
    await runPump()
    const rows = await Promise.all(ids.map(rowOf))
    expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'COMPLETED'))
    expect(await world.solana.balance(recipient)).toBe(5n * SOL)
    for (const id of ids) {
      const attempts = await attemptsOf(id)
      const noted = await workerCtx().db.select().from(signatures).where(eq(signatures.transactionId, id))
      expect(attempts).toHaveLength(1)
      expect(noted.map(({ txHash }) => txHash)).toEqual(attempts.map(({ txHash }) => txHash))
    }
  },
)

test.each([
  ['after the signer answered', 'solana-after-send', ''],
  ['while the signer signs', '', 'solana-after-sign SIGSTOP'],
])('an app killed %s costs nobody anything', async (_name, ofApp, ofSigner) => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const appFault = `${signer.faultFile}-app`
  for (const [file, order] of [
    [appFault, ofApp],
    [signer.faultFile, ofSigner],
  ] as const)
    if (order !== '') writeFileSync(file, order)
  const app = spawn(process.execPath, [program], { env: { ...process.env, FAULT_FILE: appFault } })
  const ended = once(app, 'exit')
  if (ofSigner !== '') {
    await expect.poll(() => existsSync(signer.faultFile), { timeout: 60_000 }).toBe(false)
    app.kill('SIGKILL')
    await ended
    signer.resume()
  }
  expect((await ended)[1]).toBe('SIGKILL')
  const pumped = async () => {
    await runPump()
    return (await rowOf(id)).status
  }
  await expect.poll(pumped, { timeout: 60_000 }).toBe('COMPLETED')
  expect(await world.solana.balance(recipient)).toBe(SOL)
  expect(await attemptsOf(id)).toHaveLength(1)
})

const STOLEN = {
  'to another wallet of the business': (sibling: string) => sql`from_address = ${sibling}`,
  'of a suspended business': () => sql`business_id = business_id`,
  'that waits for its approval': () => sql`stage = 'awaiting_approval'`,
  'that failed': () => sql`status = 'FAILED', stage = 'final'`,
}

test.each(Object.keys(STOLEN) as (keyof typeof STOLEN)[])('no transfer is signed %s', async (name) => {
  const { db } = workerCtx()
  const [wallet, sibling, recipient] = [await world.fundedWallet(), await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const suspended = name === 'of a suspended business'
  const setStatus = (status: string) =>
    db.execute(sql`update businesses set status = ${status} where id = ${world.tenant.businessId}`)
  if (suspended) await setStatus('suspended')
  else await changeRow(id, STOLEN[name](sibling))
  await runPump().catch(() => {})
  // The engine passes most of these over: the signer is asked for it all the same, as a thief would.
  const row = await rowOf(id)
  const order = {
    ...{ chainId: row.chainId, lease: { owner: 'thief', fence: 0 }, database: knownDatabase() },
    ...{ blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 10n ** 9n },
    orders: [
      {
        ...{ transactionId: id, computeUnits: 1_000, microLamportsPerUnit: 0n, tokenProgram: null },
        ...{ rentLamports: 0n, rentPerAccount: 2_039_280n, replaces: null },
      },
    ],
  }
  await expect(callSigner('signTransfers', order)).rejects.toThrow(/not to be signed now|its wallet is another one/)
  expect(await attemptsOf(id)).toEqual([])
  if (suspended) await setStatus('active')
  await changeRow(id, sql`status = 'FAILED', stage = 'final'`)
})

test.each([
  ['that the former signature expired', sql`stage = stage`, true],
  ['that it was never signed', sql`stage = 'queued', tx_hash = null, signed_at = null`, false],
])('the word of the app %s is not believed: the chain is asked', async (_name, change, isReplaced) => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  writeFileSync(signer.faultFile, 'solana-after-store')
  await runPump().catch(() => {})
  await signer.ended()
  await signer.start()
  const { txHash, chainId } = await rowOf(id)
  await changeRow(id, change)
  const [cursor] = await workerCtx().db.select().from(chainCursors).where(eq(chainCursors.chainId, chainId))
  const order = {
    ...{ chainId, lease: { owner: cursor?.leaseOwner ?? '', fence: cursor?.fence ?? 0 } },
    database: knownDatabase(),
    ...{ blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 10n ** 9n },
    orders: [
      {
        ...{ transactionId: id, computeUnits: 1_000, microLamportsPerUnit: 0n, tokenProgram: null },
        ...{ rentLamports: 0n, rentPerAccount: 2_039_280n, replaces: isReplaced ? txHash : null },
      },
    ],
  }
  await expect(callSigner('signTransfers', order)).rejects.toThrow(/may still land/)
  expect(await attemptsOf(id)).toHaveLength(1)
  await changeRow(id, sql`stage = 'signed', tx_hash = ${txHash}`)
  await world.solana.control('expireBlockhashes')
  const pumped = async () => {
    await runPump()
    return (await rowOf(id)).status
  }
  await expect.poll(pumped, { timeout: 60_000 }).toBe('COMPLETED')
  expect(await world.solana.balance(recipient)).toBe(SOL)
  expect((await attemptsOf(id)).map(({ reason }) => reason).sort()).toEqual(['first', 'resign'])
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
    ...{ id: newId(), businessId: world.tenant.businessId, walletId: wallet.id, chainId: 1, requestedBy: 'key:x' },
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
    const row = { id: newId(), businessId: of, walletId: wallet.id, chainId: 1, requestedBy: 'key:x' }
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
