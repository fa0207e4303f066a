import { statSync, writeFileSync } from 'node:fs'
import { and, eq, gt } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toDatabase } from '@/db/client'
import { createPool } from '@/db/create-pool'
import { lruPerProcess } from '@/db/lru-per-process'
import { newId } from '@/db/new-id'
import { roleUrl, SIGNER_ROLE } from '@/db/role-url'
import {
  depositTokens,
  keyCanaries,
  signatures,
  signingRequests,
  transactionAttempts,
  walletSeeds,
  wallets,
} from '@/db/schema'
import { TEST_SIGNER_SECRET } from '@/db/testing-database'
import { inOperator, inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { callSigner } from '@/server/custody/remote/call-signer'
import { MS_PER_DAY } from '@/server/durations'
import { pruneSigned } from '@/server/engine/signing/prune-signed'
import type { FaultPoint } from '@/server/fault-point'
import { readSignerStatus, verifySigner } from '@/server/installation/signer-state'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { asOwner } from '@/server/testing/as-owner'
import { createTenant } from '@/server/testing/create-tenant'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { first } from '@/server/testing/first'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { startSigner } from '@/server/testing/start-signer'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { skipIndices } from '@/server/wallets/skip-indices'

let world: EngineWorld
let signer: Awaited<ReturnType<typeof startSigner>>

beforeAll(async () => {
  world = await openEngineWorld({
    beside: async (url) => {
      signer = await startSigner(url)
    },
  })
})
beforeEach(() => signer.start())
afterAll(async () => {
  await signer.stop()
  await world.close()
})

const DENIED = { cause: { code: '42501' } }
const notedOf = (id: string) => workerCtx().db.select().from(signatures).where(eq(signatures.transactionId, id))

test('no role of the app reads, makes or changes a seed, and none writes a note of a signature', async () => {
  await newWallet(world.tenant)
  const system = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
  const roles = [
    <T>(work: (db: ReturnType<typeof workerCtx>['db']) => Promise<T>) => work(workerCtx().db),
    <T>(work: (db: ReturnType<typeof workerCtx>['db']) => Promise<T>) => inTenant(world.tenant, ({ db }) => work(db)),
    <T>(work: (db: ReturnType<typeof workerCtx>['db']) => Promise<T>) => inOperator(system, ({ db }) => work(db)),
  ]
  for (const as of roles) {
    await expect(as((db) => db.select({ id: walletSeeds.id }).from(walletSeeds))).rejects.toMatchObject(DENIED)
    await expect(as((db) => db.update(walletSeeds).set({ kekId: 'x' }))).rejects.toMatchObject(DENIED)
    await expect(as((db) => db.delete(walletSeeds))).rejects.toMatchObject(DENIED)
    await expect(as((db) => db.delete(signatures))).rejects.toMatchObject(DENIED)
  }
  const canaries = await workerCtx().db.select({ keyId: keyCanaries.keyId }).from(keyCanaries)
  expect(canaries.map(({ keyId }) => keyId).filter((keyId) => keyId.startsWith('SEED_KEK local:'))).toHaveLength(1)
})

test('indices have no gaps, however many ask at once, and each address is its index’s', async () => {
  const tenant = await createTenant()
  const made = await Promise.all(Array.from({ length: 24 }, () => newWallet(tenant)))
  const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, tenant.businessId))
  expect(rows.map(({ addressIndex }) => addressIndex).sort((a, b) => a - b)).toEqual(made.map((_, index) => index))
  expect(new Set(rows.map(({ address }) => address)).size).toBe(made.length)
})

test('derives the wallets and payment addresses that a restored backup lacks', async () => {
  const tenant = await createTenant()
  await newWallet(tenant)
  const { db } = workerCtx()
  await ensurePlatformWallets()
  const token = { tokenAddress: world.chain.cngn.address, symbol: 'cNGN', decimals: 6, peg: 'NGN' as const }
  await db.insert(depositTokens).values({ ...token, chainId: CHAIN_ID, sweepLeastUnits: 1n })
  await skipIndices(workerCtx())
  while (!(await addSkippedWallets(workerCtx())));
  await db.delete(depositTokens)
  const counts = [tenant.businessId, PLATFORM_BUSINESS_ID].map((businessId) =>
    db.$count(wallets, and(eq(wallets.businessId, businessId), eq(wallets.chainType, 'EVM'))),
  )
  expect(await Promise.all(counts)).toEqual([21, expect.toSatisfy((count: number) => count >= 500)])
})

test('sends a transfer as ever, and notes each signature', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const { id } = await world.transfer(wallet.address, '1.25')
  await world.runUntilEnded(id)
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(1_250_000n)
  const attempts = await world.attemptsOf(id)
  expect((await notedOf(id)).map((noted) => noted.txHash)).toEqual(attempts.map(({ txHash }) => txHash))
})

test('the socket is the signer’s and its group’s', () => {
  expect(statSync(signer.socket).mode & 0o777).toBe(0o660)
})

/** Twenty transfers of one wallet, half of them while the signer is away. */
async function burst(during: (signed: Promise<unknown>) => Promise<void>) {
  const wallet = await world.newWallet(100_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const accepted = await Promise.all(Array.from({ length: 20 }, () => world.transfer(wallet.address, '0.5')))
  await during(world.runEngine().catch((error: unknown) => error))
  await signer.start()
  await world.runUntilEnded(...accepted.map(({ id }) => id))
  const rows = await Promise.all(accepted.map(({ id }) => world.rowOf(id)))
  expect(rows.map(({ status }) => status)).toEqual(accepted.map(() => 'COMPLETED'))
  expect(rows.map(({ nonce }) => nonce).sort((a, b) => Number(a) - Number(b))).toEqual(
    accepted.map((_, index) => index),
  )
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(20n * 500_000n)
  const forms = await workerCtx()
    .db.select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.fromAddress, wallet.address))
  expect(forms).toHaveLength(20)
}

test.each(['lane-after-sign', 'lane-after-store'] satisfies FaultPoint[])(
  'a signer killed at %s costs nobody anything',
  async (point) => {
    await burst(async (run) => {
      writeFileSync(signer.faultFile, point)
      await signer.ended()
      const error = await run
      if (error instanceof Error) expect(error).toMatchObject({ reason: 'key_service_unavailable' })
    })
  },
)

test('what is accepted while no signer is there waits for it, with the reason in words', async () => {
  await burst(async (run) => {
    await run
  })
  await signer.stop()
  const problem = await verifySigner()
  expect(problem).toMatchObject({ fault: 'signer_silent', keyId: 'SIGNER_SOCKET' })
  expect(problem?.message).toMatch(
    /^Nothing is signed and no wallet is made: .*The signer does not answer \((ENOENT|ECONNREFUSED)\)/,
  )
  const seed = openBusinessSeed((await createTenant()).businessId, [{ chainType: 'EVM', count: 1 }])
  await expect(seed).rejects.toMatchObject({ code: 'unavailable', reason: 'key_service_unavailable' })
  await burst(async (run) => {
    expect(await run).toMatchObject({ reason: 'key_service_unavailable' })
  })
  await vi.waitFor(async () => expect(await verifySigner()).toBeNull())
})

test('a signer that ends in order answers what it was asked', async () => {
  await burst(async (run) => {
    await signer.stop('SIGTERM')
    await run
  })
  expect(await readSignerStatus()).toMatchObject({ state: 'ok', problem: null })
})

test('seeds that the app cannot read are proven and copied by the signer', async () => {
  const { seedId } = await seedOf(world.tenant)
  expect(await callSigner('proveSeeds', { again: [seedId] })).toContainEqual({ seedId, message: null })
  expect(await readSignerStatus()).toMatchObject({ state: 'ok', seedCopies: { lacking: 0 } })
})

test('the signer forgets old notes that nothing can ask for any more, and no others', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1.25')
  await world.runUntilEnded(id)
  const noted = first(await notedOf(id))
  const [old, young] = [new Date(Date.now() - 200 * MS_PER_DAY), new Date(Date.now() - 80 * MS_PER_DAY)]
  const { id: walletId, businessId } = await seedOf(world.tenant)
  const note = { ...noted, nonce: (noted.nonce ?? 0) + 5, reason: 'bump' as const, createdAt: old }
  const kept = {
    ofUnusedNonce: { ...note, id: newId() },
    ofOpenTransaction: { ...note, id: newId(), transactionId: newId(), nonce: noted.nonce },
    young: { ...note, id: newId(), nonce: noted.nonce, createdAt: young },
  }
  const request = { businessId, walletId, chainId: 1, serialized: new Uint8Array([1]), requestedBy: `key:${newId()}` }
  const requests = [
    { ...request, id: newId(), createdAt: old },
    { ...request, id: newId(), createdAt: young },
  ] as const
  const ofRequest = { ...note, id: newId(), transactionId: null, nonce: null, requestId: requests[0].id }
  await asOwner(async (owner) => {
    const db = drizzle(owner)
    await db.update(signatures).set({ createdAt: old }).where(eq(signatures.id, noted.id))
    await db.insert(signingRequests).values([...requests])
    await db.insert(signatures).values([...Object.values(kept), { ...ofRequest, reason: 'request' as const }])
  })
  const url = roleUrl(process.env.TEST_OWNER_URL ?? '', SIGNER_ROLE, TEST_SIGNER_SECRET)
  const pool = createPool(url, { statements: 1, transactions: 0, name: 'test' })
  const asSigner = { db: toDatabase(pool), now: () => new Date() }
  expect(await pruneSigned(asSigner)).toEqual({ signatures: 2, requests: 1 })
  const left = await workerCtx().db.select().from(signatures).where(gt(signatures.nonce, -1))
  expect(left.map((one) => one.id)).toEqual(expect.arrayContaining(Object.values(kept).map((one) => one.id)))
  expect(left.map((one) => one.id)).not.toContain(noted.id)
  const gone = await asSigner.db.delete(signatures).where(eq(signatures.id, kept.young.id)).returning()
  expect(gone).toEqual([])
  await pool.end()
})

test('a signer that hangs is waited for once, however many ask', async () => {
  const tenant = await createTenant()
  await newWallet(tenant)
  const { businessId } = tenant
  lruPerProcess('derived-addresses', { max: 2_000 }).clear()
  signer.freeze()
  const asked = await Promise.allSettled(
    Array.from({ length: 5 }, () => openBusinessSeed(businessId, [{ chainType: 'EVM', count: 1 }])),
  )
  signer.resume()
  expect(new Set(asked.map((one) => (one.status === 'rejected' ? one.reason : null))).size).toBe(1)
  expect(asked[0]).toMatchObject({ reason: { reason: 'key_service_unavailable' } })
})

async function seedOf({ businessId }: Tenant) {
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, businessId))
  if (!wallet) throw new Error('no wallet')
  return wallet
}
