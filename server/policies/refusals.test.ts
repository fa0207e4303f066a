import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { approvals, idempotencyKeys, policies, priceSources, transactions } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const DOLLAR = 1_000_000n

openDatabase()
let chain: LocalChain
let client: WalletClient
let wallet: Hex

beforeAll(async () => {
  chain = await startLocalChain()
  await inWorker(async ({ db }) => {
    await db.delete(priceSources)
    await db.insert(priceSources).values([
      { symbol: 'ETH', source: 'fixed', fixedE8: 2_000_00000000n },
      { symbol: 'cNGN', source: 'fixed', fixedE8: 1_00000000n },
    ])
  })
  forgetCaches()
})
afterAll(async () => {
  await chain.stop()
})
beforeEach(async () => {
  client = await walletClient()
  const made = await newWallet(client.tenant)
  wallet = made.address as Hex
  await chain.test.setBalance({ address: wallet, value: 10n ** 18n })
})

async function setPolicy(rules: Partial<typeof policies.$inferInsert>) {
  const { businessId, projectId } = client.tenant
  await inWorker(({ db }) => db.insert(policies).values({ businessId, projectId, updatedBy: 'test', ...rules }))
  forgetCaches()
}

function transfer(amount: string, change: object = {}, key: string = randomUUID()) {
  const body = { fromAddress: 0, toAddress: TO, amount, chainType: 'EVM', chainId: CHAIN_ID, ...change }
  return client.post('/v1/wallet/transaction', body, key)
}

function sign(transaction: object, change: object = {}, key: string = randomUUID()) {
  const body = { addressIndex: 0, chainType: 'EVM', chainId: CHAIN_ID, transaction, ...change }
  return client.post('/v1/wallet/hd/sign', body, key)
}

const tokenCall = (functionName: 'transfer' | 'approve', to: Hex, units: bigint) => ({
  to: chain.cngn.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, units] }),
})

async function written() {
  const { db } = workerCtx()
  return Promise.all(
    [transactions, idempotencyKeys, approvals].map((table) =>
      db.$count(table, eq(table.businessId, client.businessId)),
    ),
  )
}

describe('what a policy refuses is 422 with the rule, and nothing is written', () => {
  test('a limit per transaction counts the native coin, tokens, and tokens that a signed call moves or allows', async () => {
    await setPolicy({ perTransactionMicros: 100n * DOLLAR })
    await chain.fundToken(wallet, 500_000_000n)
    const refused = [
      transfer('0.05000001'),
      transfer('100.01', { cNGN: true }),
      sign({ to: TO, value: '50000000000000001000' }),
      sign(tokenCall('transfer', TO, 100_010_000n)),
      sign(tokenCall('approve', TO, maxUint256)),
    ]
    for (const answer of await Promise.all(refused)) {
      expect(answer).toMatchObject({ code: 422, message: expect.stringMatching(/^Policy: .*limit of \$100\.00 per/) })
      expect(answer).not.toHaveProperty('data')
    }
    expect(await written()).toEqual([0, 0, 0])
    expect((await transfer('0.05')).code).toBe(202)
    expect((await sign(tokenCall('transfer', TO, 100_000_000n))).code).toBe(202)
  })

  test('recipients hold for transfers, plain sends, and tokens inside a signed call', async () => {
    await setPolicy({ allowedRecipients: [{ address: TO, label: 'Ours' }] })
    await chain.fundToken(wallet, 500_000_000n)
    const refused = [
      transfer('0.01', { toAddress: OTHER }),
      sign({ to: OTHER, value: '1' }),
      sign(tokenCall('transfer', OTHER, 1n)),
    ]
    for (const answer of await Promise.all(refused)) {
      expect(answer).toMatchObject({ code: 422, message: `Policy: ${OTHER} is not an allowed recipient` })
    }
    expect(await written()).toEqual([0, 0, 0])
    expect((await sign(tokenCall('transfer', TO, 1n))).code).toBe(202)
  })

  test('so is a call that would revert: a policy tells no outcome of what it forbids', async () => {
    await setPolicy({ allowedMethods: [] })
    const answer = await sign(tokenCall('transfer', TO, 1n))
    expect(answer).toMatchObject({ code: 422, message: expect.stringContaining('is not an allowed method') })
    expect(answer).not.toHaveProperty('data')
    expect(await written()).toEqual([0, 0, 0])
  })

  test('twenty at once cannot pass a daily limit for five', async () => {
    await setPolicy({ dailyMicros: 10n * DOLLAR })
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer('0.001')))
    expect(answers.filter(({ code }) => code === 202)).toHaveLength(5)
    expect((await written())[0]).toBe(5)
  })
})

describe('above the threshold a second person has to approve', () => {
  test.each([
    ['a transfer', () => transfer('0.01', { waitForCompletion: true })],
    ['a signed call', () => sign({ to: TO, value: '10000000000000000' }, { waitForCompletion: true })],
  ])('%s is 202 at once, waits, and no worker touches it', async (_name, call) => {
    await setPolicy({ approvalAboveMicros: 19n * DOLLAR })
    const answer = await call()
    expect(answer).toMatchObject({ code: 202, status: true, message: expect.stringContaining('waits for approval') })
    const view = transactionView.strict().parse(answer.data)
    expect(view).toMatchObject({ status: 'PENDING', stage: 'awaiting_approval' })
    const [approval] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, view.id))
    expect(approval).toMatchObject({ status: 'pending', reason: '$20.00 is above $19.00' })
    await runEvmEngine(workerCtx(), CHAIN_ID)
    const later = (await client.get(`/v1/wallet/transaction/${view.id}`)).data
    expect(later).toMatchObject({ stage: 'awaiting_approval', attempts: 0 })
  })

  test('one that would revert fails at once and asks nobody', async () => {
    await setPolicy({ approvalAboveMicros: 0n })
    const answer = await sign(tokenCall('transfer', TO, 1_000_000n))
    expect(answer).toMatchObject({ code: 422, data: { status: 'FAILED', valueUsd: '1.00' } })
    expect((await written())[2]).toBe(0)
  })
})
