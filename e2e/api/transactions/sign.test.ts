import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encodeErrorResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idempotencyKeys, lanes, transactions, webhookMessages } from '@/db/schema'
import { testDatabase } from '@/db/testing'
import { inTenant, workerCtx } from '@/server/ctx'
import { transactionView } from '@/server/transactions/contract'
import { createWallets } from '@/server/wallets/create-wallets'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { listWallets } from '@/server/wallets/list-wallets'
import { type WalletClient, walletClient } from '../wallets/wallet-client'
import { CHAIN_ID, type LocalChain, startLocalChain } from './local-chain'

const PATH = '/v1/wallet/hd/sign'
/** Contracts written by hand: the first takes every call, the next gives its calldata back as the reason of a revert. */
const TAKES_ALL = '0x00000000000000000000000000000000000a0001'
const REVERTS = '0x00000000000000000000000000000000000a0002'
const BROKEN = '0x00000000000000000000000000000000000a0003'
const ENDLESS = '0x00000000000000000000000000000000000a0004'
const CODES: [Hex, Hex][] = [
  [TAKES_ALL, '0x00'],
  [REVERTS, '0x365f5f37365ffd'],
  [BROKEN, '0xfe'],
  [ENDLESS, '0x5b5f56'],
]
const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
const HOOK = 'http://127.0.0.1:9/hook'
const ERC20 = parseAbi(['function transfer(address,uint256)', 'function mint(address,uint256)'])

let database: Awaited<ReturnType<typeof testDatabase>>
let chain: LocalChain
let client: WalletClient

beforeAll(async () => {
  database = await testDatabase()
  chain = await startLocalChain()
  for (const [address, bytecode] of CODES) await chain.test.setCode({ address, bytecode })
  client = await walletClient()
})
afterAll(async () => {
  await chain.stop()
  await database.close()
})

/** A wallet without a coin and without history. */
async function newWallet(): Promise<{ address: Hex; addressIndex: number }> {
  const [wallet] = await inTenant(client.tenant, (ctx) =>
    createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'T' }),
  )
  if (!wallet) throw new Error('no wallet')
  return { address: wallet.address as Hex, addressIndex: wallet.addressIndex }
}

type Call = { to?: unknown; value?: unknown; data?: unknown }

function sign(addressIndex: number, transaction: Call, change: object = {}, key: string = randomUUID()) {
  const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex, transaction, ...change }
  return client.post(PATH, body, key)
}

async function rowsOf(wallet: { address: string }) {
  return workerCtx().db.select().from(transactions).where(eq(transactions.fromAddress, wallet.address))
}

test('a call is accepted with its calldata, its value in both units and a gas limit, from a wallet that owns nothing', async () => {
  const wallet = await newWallet()
  const answer = await sign(wallet.addressIndex, { to: TAKES_ALL.toLowerCase(), data: '0xA1B2C3D4FF' })
  expect(answer).toMatchObject({ code: 202, status: true, message: 'Transaction accepted' })
  expect(transactionView.strict().parse(answer.data)).toMatchObject({
    type: 'SIGN',
    status: 'PENDING',
    stage: 'queued',
    chainId: CHAIN_ID,
    fromAddress: wallet.address,
    toAddress: TAKES_ALL,
    amount: '0',
    value: '0',
    data: '0xa1b2c3d4ff',
    txHash: null,
  })
  const [row] = await rowsOf(wallet)
  expect(row?.gasLimit).toBeGreaterThan(21_000n)
  expect(row?.gasLimit).toBeLessThan(40_000n)
})

test.each([
  ['1000000000000000001', '1.000000000000000001', '1000000000000000001'],
  ['0xde0b6b3a7640000', '1', '1000000000000000000'],
  ['0x00', '0', '0'],
])('value %s is wei', async (value, amount, wei) => {
  const wallet = await newWallet()
  await chain.test.setBalance({ address: wallet.address, value: 2n * 10n ** 18n })
  const answer = await sign(wallet.addressIndex, { to: ACCOUNT, value })
  expect(answer).toMatchObject({ code: 202, data: { amount, value: wei, data: '0x', toAddress: ACCOUNT } })
})

describe('a call that would revert, with nothing open that could change that', () => {
  const custom = encodeErrorResult({
    abi: parseAbi(['error ERC20InsufficientBalance(address,uint256,uint256)']),
    args: [ACCOUNT, 1n, 2n],
  })
  test.each([
    [REVERTS, custom, `reverted with ERC20InsufficientBalance: ${ACCOUNT} holds 1 units of the token, 2 are needed`],
    [REVERTS, '0x12345678', 'reverted with custom error 0x12345678'],
    [REVERTS, '0x', 'reverted without a reason'],
    [BROKEN, '0x01', 'hits an invalid instruction'],
    [ENDLESS, '0x01', 'needs more gas than a block can hold'],
  ])('%s %s is recorded as failed at once, in the words of the contract', async (to, data, reason) => {
    for (const waitForCompletion of [false, true]) {
      const wallet = await newWallet()
      const answer = await sign(wallet.addressIndex, { to, data }, { waitForCompletion })
      expect(answer).toMatchObject({ code: 422, status: false, message: `Not sent: the call ${reason}` })
      const view = transactionView.strict().parse(answer.data)
      expect(view).toMatchObject({ status: 'FAILED', txHash: null, attempts: 0, error: answer.message })
      expect(view.valueUsd).toBe('0.00')
    }
  })

  test('asks for neither nonce nor money, tells the webhook once, and answers the same again', async () => {
    const wallet = await newWallet()
    const key = randomUUID()
    const body = [wallet.addressIndex, { to: REVERTS, data: '0x12345678' }, { webhookUrl: HOOK }, key] as const
    const first = await sign(...body)
    const again = await sign(...body)
    expect(again).toEqual({ ...first, replayed: true })
    const rows = await rowsOf(wallet)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ status: 'FAILED', nonce: null, feeHoldMicros: 0n, txHash: null })
    const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.url, HOOK))
    expect(messages.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['wallet.sign.failed', rows[0]?.id],
    ])
    expect(JSON.parse(messages[0]?.body ?? '{}')).toMatchObject({ type: 'wallet.sign.failed', data: first.data })
    // It came and went without standing in a queue, so the next call is judged on its own as well.
    expect((await sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x00' })).code).toBe(202)
  })

  test('so is one that moves more of the native coin than the wallet holds, down to the wei', async () => {
    const wallet = await newWallet()
    await chain.test.setBalance({ address: wallet.address, value: 1_000n })
    const answer = await sign(wallet.addressIndex, { to: ACCOUNT, value: '1001' })
    expect(answer).toMatchObject({ code: 422, message: 'Not sent: the call would move more than the wallet holds' })
    expect((await sign(wallet.addressIndex, { to: ACCOUNT, value: '1000' })).code).toBe(202)
  })

  test('and one that the token refuses', async () => {
    const wallet = await newWallet()
    const transfer = encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [ACCOUNT, 5n] })
    const short = await sign(wallet.addressIndex, { to: chain.cngn.address, data: transfer })
    expect(short.message).toContain(`ERC20InsufficientBalance: ${wallet.address} holds 0 units of the token, 5 are`)
    const mint = encodeFunctionData({ abi: ERC20, functionName: 'mint', args: [ACCOUNT, 5n] })
    const stranger = await sign(wallet.addressIndex, { to: chain.cngn.address, data: mint })
    expect(stranger.message).toBe(
      `Not sent: the call reverted with OwnableUnauthorizedAccount: ${wallet.address} is not the owner`,
    )
  })
})

test('a call that would revert now is queued while an earlier one of the wallet is open, with gas to spare', async () => {
  const wallet = await newWallet()
  expect((await sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x00' })).code).toBe(202)
  const answer = await sign(wallet.addressIndex, { to: REVERTS, data: '0x12345678' })
  expect(answer).toMatchObject({ code: 202, data: { status: 'PENDING' } })
  const rows = await rowsOf(wallet)
  expect(rows.map(({ gasLimit }) => gasLimit).sort((a, b) => Number(a) - Number(b))[1]).toBeGreaterThan(1_000_000n)
  // Another wallet's open transactions say nothing about this one's.
  const other = await newWallet()
  expect((await sign(other.addressIndex, { to: REVERTS, data: '0x12345678' })).code).toBe(422)
})

describe('a request that cannot be right is refused by name and changes nothing', () => {
  const call = { to: TAKES_ALL, data: '0x00' }
  const wrong = (message: string, transaction: unknown, change: object = {}) => [message, transaction, change] as const
  test.each([
    wrong('transaction.to: transaction.to is required', { data: '0x00' }),
    wrong('transaction.to: Invalid input: expected string, received null', { to: null }),
    wrong('transaction.to: must be an EVM address', { to: '0x123' }),
    wrong('transaction.to: must be an EVM address', { to: 'So11111111111111111111111111111111111111112' }),
    wrong('transaction.to: must be an EVM address', { to: `${TAKES_ALL} ` }),
    wrong('transaction.to: must be an EVM address', { to: 'vitalik.eth' }),
    wrong('transaction.to: address checksum does not match', { to: '0x52908400098527886E0F7030069857D2E4169Ee7' }),
    wrong('transaction.to: must not be the zero address', { to: `0x${'0'.repeat(40)}` }),
    wrong('transaction.to: no contract at this address', { to: ACCOUNT, data: '0x00' }),
    wrong('transaction.value: Invalid input: expected string, received number', { ...call, value: 1 }),
    ...['', ' 1', '1 ', '-1', '+1', '1.5', '1e18', '007', '1,000', '0x', '0xg', '0X1', 'NaN', '١'].map((value) =>
      wrong('transaction.value: must be a whole number of wei', { ...call, value }),
    ),
    wrong('transaction.value: is too large', { ...call, value: (2n ** 256n).toString() }),
    ...['00', 'a1b2', '0xzz', '0x 00', '0X00', '0x00\n'].map((data) =>
      wrong('transaction.data: must be hex that starts with 0x', { ...call, data }),
    ),
    wrong('transaction.data: must have two hex digits per byte', { ...call, data: '0x0' }),
    wrong('transaction.data: must be at most 128000 bytes', { ...call, data: `0x${'00'.repeat(128_001)}` }),
    wrong('transaction.serialized: is for SOLANA', { ...call, serialized: 'AA==' }),
    wrong('transaction.nonce: unknown field', { ...call, nonce: 1 }),
    wrong('transaction.gas: unknown field', { ...call, gas: '21000' }),
    wrong('transaction: Invalid input: expected object, received string', '0x00'),
    wrong('transaction: transaction is required', undefined),
    wrong('addressIndex: addressIndex is required', call, { addressIndex: undefined }),
    wrong('addressIndex: Invalid input: expected number, received string', call, { addressIndex: '0' }),
    wrong('addressIndex: Too small: expected number to be >=0', call, { addressIndex: -1 }),
    wrong('addressIndex: Invalid input: expected int, received number', call, { addressIndex: 0.5 }),
    wrong('addressIndex: Too big: expected number to be <=2147483647', call, { addressIndex: 2 ** 31 }),
    wrong('chainId: chainId is required for EVM transfers', call, { chainId: undefined }),
    wrong('chainId: Too small: expected number to be >0', call, { chainId: 0 }),
    wrong('chainId: chain 101 is not of type EVM', call, { chainId: 101 }),
    wrong(`network: chain ${CHAIN_ID} is TESTNET`, call, { network: 'MAINNET' }),
    wrong('network: Invalid option: expected one of "MAINNET"|"TESTNET"', call, { network: 'DEVNET' }),
    wrong('chainType: Invalid option: expected one of "EVM"|"SOLANA"', call, { chainType: 'BITCOIN' }),
    wrong('waitForCompletion: Invalid input: expected boolean, received string', call, { waitForCompletion: 'true' }),
    wrong('webhookSecret: requires webhookUrl', call, { webhookSecret: 'x'.repeat(16) }),
    wrong('webhookSecret: Too small: expected string to have >=16 characters', call, {
      webhookUrl: HOOK,
      webhookSecret: 'x'.repeat(15),
    }),
    wrong('webhookSecret: Too big: expected string to have <=256 characters', call, {
      webhookUrl: HOOK,
      webhookSecret: 'x'.repeat(257),
    }),
    wrong('webhookUrl: Too big: expected string to have <=2048 characters', call, {
      webhookUrl: `https://a.example/${'x'.repeat(2_048)}`,
    }),
    wrong('webhookUrl: must be a valid URL', call, { webhookUrl: '' }),
    wrong('webhookUrl: must use https', call, { webhookUrl: 'http://example.com/hook' }),
    wrong('webhookUrl: must name a host, not an IP address', call, { webhookUrl: 'https://169.254.169.254/' }),
    wrong('webhookUrl: must not carry a user name or password', call, { webhookUrl: 'https://a:b@example.com/' }),
    wrong('fromAddress: unknown field', call, { fromAddress: 0 }),
    wrong('amount: unknown field', call, { amount: '1' }),
  ])('%s', async (message, transaction, change) => {
    const wallet = await newWallet()
    const before = await everything()
    const answer = await sign(wallet.addressIndex, transaction as Call, change)
    expect([answer.code, answer.errors]).toEqual([400, [message]])
    expect(answer).not.toHaveProperty('data')
    expect(await everything()).toEqual(before)
  })

  test('calldata for the wallet itself is refused, also where it has the code of a delegate; a plain send is not', async () => {
    const { address, addressIndex } = await newWallet()
    const refused = { code: 400, errors: ['transaction.to: must not be the wallet itself with data'] }
    expect(await sign(addressIndex, { to: address, data: '0x01' })).toMatchObject(refused)
    await chain.test.setCode({ address, bytecode: '0x00' })
    expect(await sign(addressIndex, { to: address.toLowerCase(), data: '0x01' })).toMatchObject(refused)
    expect((await sign(addressIndex, { to: address })).code).toBe(202)
  })

  test('a chain without an RPC endpoint is 404', async () => {
    const { addressIndex } = await newWallet()
    const noRpc = { code: 404, message: 'No active RPC config found for chain' }
    for (const chainId of [8453, 999_999]) expect(await sign(addressIndex, call, { chainId })).toMatchObject(noRpc)
  })

  test('a wallet that is missing is 404, a deactivated one 422', async () => {
    expect(await sign(2_000_000, call)).toMatchObject({ code: 404, message: 'Wallet not found' })
    const { address, addressIndex } = await newWallet()
    const { items } = await inTenant(client.tenant, (ctx) => listWallets(ctx, { page: 1, pageSize: 100 }))
    const id = items.find((wallet) => wallet.address === address)?.id ?? ''
    await inTenant(client.tenant, (ctx) => deactivateWallet(ctx, id))
    const before = await everything()
    expect(await sign(addressIndex, call)).toMatchObject({
      code: 422,
      message: 'Wallet is deactivated and cannot be used for new operations',
    })
    expect(await everything()).toEqual(before)
  })

  test('an Idempotency-Key is required, and bound to the body', async () => {
    const { addressIndex } = await newWallet()
    for (const key of ['', 'ü', 'x'.repeat(256)]) expect((await sign(addressIndex, call, {}, key)).code).toBe(400)
    const key = 'k'.repeat(255)
    expect((await sign(addressIndex, call, {}, key)).code).toBe(202)
    const other = await sign(addressIndex, { ...call, value: '0x0' }, {}, key)
    expect(other).toMatchObject({
      code: 422,
      message: 'Idempotency-Key was already used with a different request body',
    })
  })

  test('a token without the capability or the scope is 403', async () => {
    const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex: 0, transaction: call }
    const incapable = await walletClient({ capabilities: ['wallet.transfer.create'] })
    expect(await incapable.post(PATH, body, randomUUID())).toMatchObject({
      code: 403,
      message: 'Capability wallet.hd.sign not granted',
    })
    const reader = await walletClient({ scope: 'wallet:read' })
    expect((await reader.post(PATH, body, randomUUID())).code).toBe(403)
  })

  test('a node that does not tell is 503, and the key stays free', async () => {
    const { addressIndex } = await newWallet()
    const key = randomUUID()
    const before = await everything()
    await workerCtx().db.execute("update rpc_endpoints set url = 'http://127.0.0.1:1'")
    const { forgetChains } = await import('@/server/chains/registry')
    forgetChains()
    const away = await sign(addressIndex, call, {}, key)
    await workerCtx().db.execute(`update rpc_endpoints set url = '${chain.anvil.rpcUrl}'`)
    forgetChains()
    expect(away.code).toBe(503)
    expect(await everything()).toEqual(before)
    expect((await sign(addressIndex, call, {}, key)).code).toBe(202)
  })
})

test('the largest calldata fits the body', async () => {
  const { addressIndex } = await newWallet()
  const answer = await sign(addressIndex, { to: TAKES_ALL, data: `0x${'ff'.repeat(128_000)}` })
  expect(answer.code).toBe(202)
})

test('twenty equal requests with one key at once make one transaction', async () => {
  const wallet = await newWallet()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x01' }, {}, key)),
  )
  const ids = new Set(answers.map(({ data }) => transactionView.parse(data).id))
  expect([answers.every(({ code }) => code === 202), ids.size]).toEqual([true, 1])
  expect(await rowsOf(wallet)).toHaveLength(1)
})

/** Whatever a refusal must not add to. */
async function everything() {
  const { db } = workerCtx()
  const read = (table: typeof transactions | typeof idempotencyKeys | typeof lanes | typeof webhookMessages) =>
    db.$count(table)
  return Promise.all([read(transactions), read(idempotencyKeys), read(lanes), read(webhookMessages)])
}
