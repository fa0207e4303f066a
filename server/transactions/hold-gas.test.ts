import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { revertsRuntimeBytecode } from '@/contracts/generated/odd-contracts'
import { chains, idempotencyKeys, lanes, ledgerJournals, priceSources, rpcEndpoints, transactions } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { forgetChains } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { balanceOf, credit } from '@/server/ledger/ledger.test-data'
import { formatUsd, usdMicrosUp } from '@/server/money/usd'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const AT_ONCE = byProof(12, 40)

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const REVERTS = '0x00000000000000000000000000000000000A0002'.toLowerCase()
const INSUFFICIENT = 'Insufficient balance to cover the gas fee for this transfer'
const ETH_E8 = 2_500_00000000n
const CNGN_E8 = 65_000n

openDatabase()
let chain: LocalChain
let client: WalletClient
let wallet: Hex

beforeAll(async () => {
  chain = await startLocalChain()
  await chain.test.setCode({ address: REVERTS as Hex, bytecode: revertsRuntimeBytecode })
  await inWorker(({ db }) => db.update(chains).set({ gasPolicy: 'debited' }).where(eq(chains.chainId, CHAIN_ID)))
  forgetChains()
})
afterAll(async () => {
  await chain.stop()
})
beforeEach(async () => {
  await setPrice('ETH', ETH_E8)
  await setPrice('cNGN', CNGN_E8)
  await newBusiness()
})

/** A business with a wallet that holds one coin, and without a balance. */
async function newBusiness() {
  client = await walletClient()
  const made = await newWallet(client.tenant)
  wallet = made.address as Hex
  await chain.test.setBalance({ address: wallet, value: 10n ** 18n })
}

async function setPrice(symbol: string, fixedE8: bigint | null) {
  await inWorker(async ({ db }) => {
    await db.delete(priceSources).where(eq(priceSources.symbol, symbol))
    if (fixedE8 !== null) await db.insert(priceSources).values({ symbol, source: 'fixed', fixedE8 })
  })
  forgetCaches()
}

async function setUrl(url: string) {
  await inWorker(({ db }) => db.update(rpcEndpoints).set({ url }).where(eq(rpcEndpoints.chainId, CHAIN_ID)))
  forgetChains()
}

const CALLS = {
  'a transfer': (key: string = randomUUID()) =>
    client.post(
      '/v1/wallet/transaction',
      { fromAddress: 0, toAddress: TO, amount: '0.001', chainType: 'EVM', chainId: CHAIN_ID },
      key,
    ),
  'a signed call': (key: string = randomUUID()) =>
    client.post(
      '/v1/wallet/hd/sign',
      { addressIndex: 0, chainType: 'EVM', chainId: CHAIN_ID, transaction: { to: TO, value: '1000000000000000' } },
      key,
    ),
}

/** Rows of this test's business in the tables a refusal must leave alone. */
async function written() {
  const { db } = workerCtx()
  const { businessId } = client
  return Promise.all(
    [transactions, idempotencyKeys, lanes, ledgerJournals].map((table) =>
      db.$count(table, eq(table.businessId, businessId)),
    ),
  )
}

// First, because fees that were once read stay valid for a while.
test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
  '%s is 503 when the chain never told its fees',
  async (name) => {
    await credit(client.tenant, 10_000_000n)
    await setUrl('http://127.0.0.1:1')
    const answer = await CALLS[name]()
    await setUrl(chain.anvil.rpcUrl)
    expect(answer.code).toBe(503)
    expect((await written()).slice(0, 3)).toEqual([0, 0, 0])
    expect((await balanceOf(client.tenant)).reserved).toBe('0.00')
  },
)

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('%s where the business pays its gas', (name) => {
  const call = CALLS[name]

  test('is 402 in the words of the contract without a balance, and the key works once there is one', async () => {
    const key = randomUUID()
    const before = await written()
    expect(await call(key)).toMatchObject({ code: 402, status: false, message: INSUFFICIENT })
    expect(await written()).toEqual(before)
    await credit(client.tenant, 10_000_000n)
    expect((await call(key)).code).toBe(202)
  })

  test('is 503 without a price of the coin that pays gas, and nothing is held', async () => {
    await credit(client.tenant, 10_000_000n)
    await setPrice('ETH', null)
    const before = await written()
    expect(await call()).toMatchObject({ code: 503, message: expect.stringContaining('Gas pricing') })
    expect(await written()).toEqual(before)
    expect(await balanceOf(client.tenant)).toEqual({ available: '10.00', reserved: '0.00' })
  })

  test('holds the worst case, pays what the gas came to and gives the rest back', async () => {
    await credit(client.tenant, 10_000_000n)
    const pending = transactionView.strict().parse((await call()).data)
    expect(pending).not.toHaveProperty('valueUsd')
    expect(pending).not.toHaveProperty('feeUsd')
    const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, pending.id))
    const hold = row?.feeHoldMicros ?? 0n
    expect(row).toMatchObject({ nativePriceE8: ETH_E8, priceAt: expect.any(Date), valueUsdMicros: 2_500_000n })
    expect(await balanceOf(client.tenant)).toEqual({
      available: formatUsd(10_000_000n - hold),
      reserved: formatUsd(hold),
    })
    await drainChain()
    const done = transactionView.strict().parse((await client.get(`/v1/wallet/transaction/${pending.id}`)).data)
    expect(done).toMatchObject({ status: 'COMPLETED', valueUsd: '2.50' })
    // The fee of what the platform sent for it counts too: a top-up of its wallet.
    const served = await workerCtx()
      .db.select()
      .from(transactions)
      .where(eq(transactions.servedTransactionId, pending.id))
    const servedWei = served.reduce((sum, { feeWei }) => sum + (feeWei ?? 0n), 0n)
    const worth = usdMicrosUp(BigInt(done.feeWei ?? 0) + servedWei, 18, ETH_E8)
    const { available, reserved } = await balanceOf(client.tenant)
    const charged = micros(done.feeUsd)
    expect([reserved, available]).toEqual(['0.00', formatUsd(10_000_000n - charged)])
    // The wallet had coins of its own, so the platform may have paid a part or nothing. The charge is never more than
    // the gas or the hold.
    expect(charged).toBeLessThanOrEqual(worth)
    expect(worth).toBeLessThanOrEqual(hold)
    // Twice the base fee and two replacements: more than that would lock up money for nothing.
    expect(hold).toBeLessThan(worth * 8n)
  })

  test('twenty times at once with one key is held once', async () => {
    await credit(client.tenant, 10_000_000n)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(key)))
    expect(new Set(answers.map(({ code, data }) => `${code} ${transactionView.parse(data).id}`)).size).toBe(1)
    // A transaction, its key, its lane and its hold; the credit is a journal as well.
    expect(await written()).toEqual([1, 1, 1, 2])
  })

  test(`at once ${AT_ONCE} times, with money for three, is accepted three times`, async () => {
    await credit(client.tenant, 10_000_000n)
    const first = transactionView.parse((await call()).data)
    const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, first.id))
    const hold = row?.feeHoldMicros ?? 0n
    await newBusiness()
    // Between the two, a fee changes by at most the eighth of one block.
    await credit(client.tenant, hold * 3n + hold / 2n)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => call()))
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 202)).toHaveLength(3)
    expect(codes.filter((code) => code === 402)).toHaveLength(AT_ONCE - 3)
    expect((await written())[0]).toBe(3)
    const { available } = await balanceOf(client.tenant)
    expect(micros(available)).toBeGreaterThanOrEqual(0n)
  })
})

test('a call that is known to revert holds nothing and needs no balance', async () => {
  const body = {
    addressIndex: 0,
    chainType: 'EVM',
    chainId: CHAIN_ID,
    transaction: { to: REVERTS, data: '0x12345678' },
  }
  const answer = await client.post('/v1/wallet/hd/sign', body, randomUUID())
  expect(answer).toMatchObject({ code: 422, data: { status: 'FAILED' } })
  expect((await written())[3]).toBe(0)
})

test('a token without a price is worth 0.00 on the record, one with a price its value, rounded down', async () => {
  await credit(client.tenant, 10_000_000n)
  await chain.fundToken(wallet, 1_000_000n)
  const send = () =>
    client.post(
      '/v1/wallet/transaction',
      { fromAddress: 0, toAddress: TO, amount: '0.123456', chainType: 'EVM', chainId: CHAIN_ID, cNGN: true },
      randomUUID(),
    )
  const priced = transactionView.parse((await send()).data)
  await setPrice('cNGN', null)
  const unpriced = transactionView.parse((await send()).data)
  await drainChain()
  // 0.123456 × 0.00065 = 0.0000802464
  expect((await client.get(`/v1/wallet/transaction/${priced.id}`)).data).toMatchObject({ valueUsd: '0.00008' })
  expect((await client.get(`/v1/wallet/transaction/${unpriced.id}`)).data).toMatchObject({ valueUsd: '0.00' })
})

function micros(usd: string | undefined): bigint {
  const [whole = '0', fraction = ''] = (usd ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}
