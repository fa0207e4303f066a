import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionAttempts, transactions } from '@/db/schema'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { testDatabase } from '@/server/testing/test-database'
import { createTransfer } from '@/server/transactions/create-transfer'
import { getTransaction } from '@/server/transactions/get-transaction'
import { prepareTransfer } from '@/server/transactions/prepare/prepare-transfer'
import { createWallets } from '@/server/wallets/create-wallets'
import { pumpChain } from './pump-chain'

const RECIPIENT = '0x00000000000000000000000000000000000000AA'

let database: Awaited<ReturnType<typeof testDatabase>>
let chain: LocalChain
let tenant: Tenant

beforeAll(async () => {
  database = await testDatabase()
  chain = await startLocalChain()
  tenant = await createTenant()
})
afterAll(async () => {
  await chain.stop()
  await database.close()
})

async function newWallet(): Promise<{ address: string; addressIndex: number }> {
  const [wallet] = await inTenant(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }))
  if (!wallet) throw new Error('no wallet')
  return wallet
}

async function transfer(fromAddress: string, amount: string, extra: { cNGN?: boolean; toAddress?: string } = {}) {
  const input = {
    fromAddress,
    toAddress: RECIPIENT,
    amount,
    chainType: 'EVM',
    chainId: CHAIN_ID,
    cNGN: false,
    waitForCompletion: false,
    ...extra,
  } as const
  const prepared = await prepareTransfer(tenant, input)
  return inTenant(tenant, (ctx) => createTransfer(ctx, prepared, null))
}

function read(id: string) {
  return inTenant(tenant, (ctx) => getTransaction(ctx, id))
}

test('moves a token from a wallet that owns no gas, exactly, and fills the record', async () => {
  const wallet = await newWallet()
  await chain.fundToken(wallet.address, 5_000_000n)
  const before = await chain.tokenBalance(RECIPIENT)
  const { id } = await transfer(wallet.address, '1.25', { cNGN: true })
  await pumpChain(workerCtx(), CHAIN_ID)
  const done = await read(id)
  expect(done).toMatchObject({
    status: 'COMPLETED',
    stage: 'final',
    amount: '1.25',
    attempts: 1,
    signerType: 'BUSINESS_HD',
  })
  expect(done.txHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(BigInt(done.feeWei ?? 0)).toBeGreaterThan(0n)
  expect(BigInt(done.gasUsed ?? 0)).toBeGreaterThan(21_000n)
  expect((await chain.tokenBalance(RECIPIENT)) - before).toBe(1_250_000n)
})

test('sends a burst from one wallet in order, each once, nonces without holes', async () => {
  const wallet = await newWallet()
  await chain.fundToken(wallet.address, 100_000_000n)
  const before = await chain.tokenBalance(RECIPIENT)
  const accepted = await Promise.all(Array.from({ length: 40 }, () => transfer(wallet.address, '0.5', { cNGN: true })))
  await pumpChain(workerCtx(), CHAIN_ID)
  const rows = await workerCtx().db.select().from(transactions).where(eq(transactions.fromAddress, wallet.address))
  expect(rows.map((row) => row.status)).toEqual(accepted.map(() => 'COMPLETED'))
  expect(rows.map((row) => row.nonce).sort((a, b) => Number(a) - Number(b))).toEqual(accepted.map((_, index) => index))
  expect((await chain.tokenBalance(RECIPIENT)) - before).toBe(40n * 500_000n)
  const attempts = await workerCtx()
    .db.select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.fromAddress, wallet.address))
  expect(new Set(attempts.map((attempt) => attempt.txHash)).size).toBe(40)
})

test('ends what the wallet cannot pay for without spending a nonce or gas', async () => {
  const wallet = await newWallet()
  const { id } = await transfer(wallet.address, '1', { cNGN: true })
  await pumpChain(workerCtx(), CHAIN_ID)
  expect(await read(id)).toMatchObject({
    status: 'FAILED',
    txHash: null,
    attempts: 0,
    error: 'The wallet holds less of the token than the transfer moves: 1 cNGN needed, 0 cNGN available',
    shortfall: { unit: 'cNGN', needed: '1', available: '0' },
  })
})

test('sends stored bytes again after a crash between saving and sending', async () => {
  const wallet = await newWallet()
  await chain.fundToken(wallet.address, 5_000_000n)
  const first = await transfer(wallet.address, '1', { cNGN: true })
  await pumpChain(workerCtx(), CHAIN_ID)
  // No block comes and the pool forgets the transaction, as if it had never been sent.
  const before = await chain.tokenBalance(RECIPIENT)
  await chain.holdMining()
  const second = await transfer(wallet.address, '2', { cNGN: true })
  const run = pumpChain(workerCtx(), CHAIN_ID)
  await expect.poll(async () => (await read(second.id)).stage, { timeout: 5_000 }).toBe('broadcast')
  const { txHash } = await read(second.id)
  if (!txHash) throw new Error('not signed')
  await chain.test.dropTransaction({ hash: txHash as `0x${string}` })
  chain.resumeMining()
  await run
  expect((await read(first.id)).status).toBe('COMPLETED')
  expect(await read(second.id)).toMatchObject({ status: 'COMPLETED', txHash, attempts: 1 })
  expect((await chain.tokenBalance(RECIPIENT)) - before).toBe(2_000_000n)
})
