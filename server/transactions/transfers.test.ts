import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { encodeFunctionData, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  keepsAPartAbi,
  keepsAPartRuntimeBytecode,
  movesWhenTriedRuntimeBytecode,
} from '@/contracts/generated/odd-contracts'
import { transactions } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { transactionView } from '@/schemas/transactions/contract'
import { historyView } from '@/schemas/transactions/history/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { drainChain } from '@/server/testing/drain-chain'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { openPayer, TO } from '@/server/testing/open-payer'
import { walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'

const PATH = '/v1/wallet/transaction'
const ODD_TOKEN = '0x00000000000000000000000000000000000b0010'

const payer = openPayer()

const body = payer.transfer
const post = (change: object = {}, key: string = randomUUID()) => payer.client.post(PATH, body(change), key)
const countRows = async () => (await workerCtx().db.select({ id: transactions.id }).from(transactions)).length

describe('a request that cannot be right is refused by name and changes nothing', () => {
  test.each([
    ['amount: must be a plain decimal number', { amount: '-1' }],
    ['amount: must be a plain decimal number', { amount: '+1' }],
    ['amount: must be a plain decimal number', { amount: '1e3' }],
    ['amount: must be a plain decimal number', { amount: '1,5' }],
    ['amount: must be a plain decimal number', { amount: ' 1' }],
    ['amount: must be greater than zero', { amount: '0' }],
    ['amount: must be greater than zero', { amount: '0.000000' }],
    ['amount: has more than 6 decimals', { amount: '0.0000001' }],
    ['amount: has more than 18 decimals', { amount: '0.0000000000000000001', cNGN: false }],
    ['amount: is too large', { amount: '9'.repeat(78) }],
    ['toAddress: must be an EVM address', { toAddress: '0x123' }],
    ['toAddress: must be an EVM address', { toAddress: 'So11111111111111111111111111111111111111112' }],
    ['toAddress: address checksum does not match', { toAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
    ['toAddress: must not be the zero address', { toAddress: `0x${'0'.repeat(40)}` }],
    ['tokenAddress: cannot be combined with cNGN', { tokenAddress: TO }],
    [`tokenAddress: no ERC-20 token at this address on chain ${CHAIN_ID}`, { cNGN: false, tokenAddress: TO }],
    [`network: chain ${CHAIN_ID} is TESTNET`, { network: 'MAINNET' }],
    ['webhookSecret: requires webhookUrl', { webhookSecret: 'x'.repeat(16) }],
    ['webhookUrl: must be a valid URL', { webhookUrl: 'not a url' }],
    ['webhookUrl: must use https', { webhookUrl: 'http://example.com/hook' }],
    ['webhookUrl: must name a host, not an IP address', { webhookUrl: 'https://10.0.0.1/hook' }],
    ['surprise: unknown field', { surprise: 1 }],
  ])('%s', async (message, change) => {
    const before = await countRows()
    const answer = await post(change)
    expect(answer).toMatchObject({ code: 400, status: false, message: 'Validation failed', errors: [message] })
    expect(await countRows()).toBe(before)
  })

  test('types, lengths and enums are named too', async () => {
    const answer = await post({
      amount: 1,
      chainType: 'BITCOIN',
      waitForCompletion: 'yes',
      webhookUrl: `https://a.b/${'x'.repeat(2048)}`,
      webhookSecret: 'short',
    })
    expect(answer.code).toBe(400)
    const fields = (answer.errors ?? []).map((error) => error.split(':')[0])
    expect(new Set(fields)).toEqual(
      new Set(['amount', 'chainType', 'waitForCompletion', 'webhookUrl', 'webhookSecret']),
    )
  })

  test('chainId is required on EVM, in the words of the contract', async () => {
    const answer = await post({ chainId: undefined })
    expect(answer).toMatchObject({ code: 400, message: 'chainId: chainId is required for EVM transfers' })
  })

  test('a chain without an RPC endpoint is 404', async () => {
    for (const change of [{ chainId: 8453 }, { chainId: 999_999 }, { chainType: 'SOLANA', chainId: undefined }]) {
      expect(await post({ cNGN: false, ...change })).toMatchObject({
        code: 404,
        message: 'No active RPC config found for chain',
      })
    }
  })

  test('the token contract itself is no recipient', async () => {
    const answer = await post({ toAddress: payer.chain.cngn.address })
    expect(answer.errors).toEqual(['toAddress: must not be the token contract itself'])
  })

  test('a missing or malformed Idempotency-Key is 400', async () => {
    for (const key of ['', 'ü', 'x'.repeat(256)]) expect((await payer.client.post(PATH, body(), key)).code).toBe(400)
  })
})

test('wallets: unknown 404, another business 403, deactivated 422', async () => {
  expect(await post({ fromAddress: TO })).toMatchObject({ code: 404, message: 'Wallet not found' })
  expect(await post({ fromAddress: 4711 })).toMatchObject({ code: 404, message: 'Wallet not found' })
  const other: Caller = await newCaller()
  const make = (tenant: Caller['tenant']) =>
    inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'T' }))
  const [foreign] = await make(other.tenant)
  expect(await post({ fromAddress: foreign?.address })).toMatchObject({
    code: 403,
    message: 'Unauthorized: Cannot access wallet from other business',
  })
  await make(payer.client.tenant)
  const rows = await workerCtx().db.execute(
    sql`select id from wallets where business_id = ${payer.client.tenant.businessId} and address_index = 1`,
  )
  await inTenant(payer.client.tenant, (ctx) => deactivateWallet(ctx, String(rows[0]?.id)))
  expect((await post({ fromAddress: 1 })).code).toBe(422)
})

test('asynchronous: 202 with the pending record, then the outcome by id and in the history', async () => {
  const answer = await post({ amount: '2.50' })
  expect(answer.code).toBe(202)
  const pending = transactionView.strict().parse(answer.data)
  expect(pending).toMatchObject({
    status: 'PENDING',
    type: 'TRANSFER',
    amount: '2.5',
    txHash: null,
    gasUsed: null,
    feeWei: null,
  })
  expect(pending).not.toHaveProperty('valueUsd')
  await drainChain()
  const done = transactionView.strict().parse((await payer.client.get(`${PATH}/${pending.id}`)).data)
  expect(done).toMatchObject({ status: 'COMPLETED', id: pending.id })
  expect(done.explorerTxUrl).toBe(`${done.explorerUrl}/tx/${done.txHash}`)
  const history = historyView
    .strict()
    .parse((await payer.client.get(`${PATH}/history?limit=1&status=COMPLETED&chainType=EVM`)).data)
  expect(history).toMatchObject({ items: [{ id: pending.id }], pagination: { limit: 1, offset: 0 } })
})

test('a native transfer omits tokenAddress and takes the index for the address', async () => {
  await payer.chain.test.setBalance({ address: payer.wallet as `0x${string}`, value: 10n ** 18n })
  const before = await payer.chain.rpc.getBalance({ address: TO })
  const answer = await post({ cNGN: false, amount: '0.123456789012345678', fromAddress: 0 })
  const pending = transactionView.parse(answer.data)
  expect(pending).not.toHaveProperty('tokenAddress')
  await drainChain()
  expect((await payer.client.get(`${PATH}/${pending.id}`)).data).toMatchObject({
    status: 'COMPLETED',
    amount: '0.123456789012345678',
  })
  expect((await payer.chain.rpc.getBalance({ address: TO })) - before).toBe(123_456_789_012_345_678n)
})

describe('waitForCompletion', () => {
  test('201 with the completed record; the same key answers it again, a second caller attaches', async () => {
    const key = randomUUID()
    const first = post({ waitForCompletion: true }, key)
    const second = post({ waitForCompletion: true }, key)
    const run = runOncePending()
    const [one, two] = await Promise.all([first, second, run])
    expect(one).toMatchObject({ code: 201, status: true, data: { status: 'COMPLETED' } })
    expect(two).toMatchObject({ code: 201, data: one.data })
    expect(await post({ waitForCompletion: true }, key)).toMatchObject({ code: 201, data: one.data, replayed: true })
  })

  test('422 with the failed record and its error', async () => {
    const waiting = post({ waitForCompletion: true, amount: '999999999' })
    await runOncePending()
    const failed = await waiting
    expect(failed).toMatchObject({ code: 422, status: false, data: { status: 'FAILED', txHash: null } })
    expect(transactionView.strict().parse(failed.data).error).toBe(failed.message)
  })

  test.each([
    ['token_takes_fee', keepsAPartRuntimeBytecode, false],
    ['token_moved_nothing', movesWhenTriedRuntimeBytecode, true],
  ] as const)('422 with %s says what the token did', async (refusal, bytecode, isMined) => {
    await payer.chain.test.setCode({ address: ODD_TOKEN, bytecode })
    const args = [getAddress(payer.wallet), 9_000_000n] as const
    const data = encodeFunctionData({ abi: keepsAPartAbi, functionName: 'give', args })
    await waitForReceipt(payer.chain.rpc, await payer.chain.rpc.sendTransaction({ chain: null, to: ODD_TOKEN, data }))
    const waiting = post({ waitForCompletion: true, cNGN: undefined, tokenAddress: ODD_TOKEN })
    await runOncePending()
    const failed = await waiting
    expect(failed).toMatchObject({ code: 422, refusal, data: { status: 'FAILED', error: failed.message } })
    expect(transactionView.parse(failed.data).txHash !== null).toBe(isMined)
  })
})

test('another business reads 404, an unknown id 404, a malformed one 400', async () => {
  const { data } = await post()
  const { id } = transactionView.parse(data)
  const other = await walletClient()
  expect(await other.get(`${PATH}/${id}`)).toMatchObject({ code: 404, message: 'Transaction not found' })
  expect((await payer.client.get(`${PATH}/${randomUUID()}`)).code).toBe(404)
  expect((await payer.client.get(`${PATH}/abc`)).code).toBe(400)
  expect((await payer.client.get(`${PATH}/history?limit=101`)).code).toBe(400)
})

async function runOncePending(): Promise<void> {
  await expect.poll(countPending).toBeGreaterThan(0)
  await drainChain()
}

async function countPending(): Promise<number> {
  const rows = await workerCtx()
    .db.select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.status, 'PENDING'))
  return rows.length
}
