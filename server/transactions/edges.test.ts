import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answers78ZerosRuntimeBytecode,
  answers300RuntimeBytecode,
  takesAllRuntimeBytecode,
} from '@/contracts/generated/odd-contracts'
import { chains, idempotencyKeys, lanes, transactions, webhookMessages } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { forgetChains } from '@/server/chains/registry'
import { inWorker, workerCtx } from '@/server/ctx'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const TAKES_ALL = '0x00000000000000000000000000000000000a0001'
/** Answers every call with 300, and with 78 zero bytes. */
const SILLY = '0x00000000000000000000000000000000000a0005'
const SHAPELESS = '0x00000000000000000000000000000000000a0006'

openDatabase()
let chain: LocalChain
let client: WalletClient

beforeAll(async () => {
  chain = await startLocalChain()
  const codes: [Hex, Hex][] = [
    [TAKES_ALL, takesAllRuntimeBytecode],
    [SILLY, answers300RuntimeBytecode],
    [SHAPELESS, answers78ZerosRuntimeBytecode],
  ]
  for (const [address, bytecode] of codes) await chain.test.setCode({ address, bytecode })
  client = await walletClient()
  await inTenantWithSeed(client.tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'T' }))
})
afterAll(async () => {
  await chain.stop()
})

const TRANSFER = { fromAddress: 0, toAddress: TO, amount: '1', chainType: 'EVM', chainId: CHAIN_ID }
const CALL = { to: TAKES_ALL, value: '0', data: '0x00' }
const SIGN = { addressIndex: 0, chainType: 'EVM', chainId: CHAIN_ID, transaction: CALL }
const PATHS = { '/v1/wallet/transaction': TRANSFER, '/v1/wallet/hd/sign': SIGN } as const
type Path = keyof typeof PATHS
const BOTH = Object.keys(PATHS) as Path[]

const post = (path: Path, body: unknown, key: string = randomUUID()) => client.post(path, body, key)

async function written() {
  const { db } = workerCtx()
  return Promise.all([transactions, idempotencyKeys, webhookMessages, lanes].map((table) => db.$count(table)))
}

describe('a transfer that cannot be right is refused by name and writes nothing', () => {
  const wrong = (message: string, change: object) => [message, change] as const
  test.each([
    wrong('fromAddress: fromAddress is required', { fromAddress: undefined }),
    wrong('fromAddress: Invalid input', { fromAddress: null }),
    wrong('fromAddress: Invalid input', { fromAddress: true }),
    wrong('fromAddress: Invalid input', { fromAddress: ['0'] }),
    wrong('fromAddress: Invalid input', { fromAddress: 0.5 }),
    wrong('fromAddress: Too small: expected number to be >=0', { fromAddress: -1 }),
    wrong('fromAddress: Too big: expected number to be <=2147483647', { fromAddress: 2 ** 31 }),
    wrong('fromAddress: Too small: expected string to have >=1 characters', { fromAddress: '' }),
    wrong('fromAddress: Too big: expected string to have <=64 characters', { fromAddress: 'x'.repeat(65) }),
    wrong('toAddress: toAddress is required', { toAddress: undefined }),
    wrong('toAddress: Invalid input: expected string, received number', { toAddress: 0 }),
    wrong('toAddress: Too small: expected string to have >=1 characters', { toAddress: '' }),
    wrong('toAddress: must be an EVM address', { toAddress: TO.replace('0x', '0X') }),
    wrong('toAddress: must be an EVM address', { toAddress: TO.slice(2) }),
    wrong('toAddress: must be an EVM address', { toAddress: `${TO}0` }),
    wrong('toAddress: must be an EVM address', { toAddress: ` ${TO}` }),
    wrong('toAddress: must be an EVM address', { toAddress: `0x${'g'.repeat(40)}` }),
    wrong('toAddress: must be an EVM address', { toAddress: `0x${'١'.repeat(40)}` }),
    wrong('amount: amount is required', { amount: undefined }),
    wrong('amount: Too small: expected string to have >=1 characters', { amount: '' }),
    wrong('amount: Too big: expected string to have <=160 characters', { amount: '1'.repeat(161) }),
    wrong('amount: must be a plain decimal number', { amount: '1\n' }),
    wrong('amount: must be a plain decimal number', { amount: '0x1' }),
    wrong('amount: must be a plain decimal number', { amount: '1_000' }),
    wrong('amount: must be a plain decimal number', { amount: '٣' }),
    wrong('amount: must be a plain decimal number', { amount: 'Infinity' }),
    wrong('amount: is too large', { amount: '1'.repeat(160) }),
    // The largest number of base units that a uint256 holds, and one more.
    wrong('amount: is too large', {
      amount: '115792089237316195423570985008687907853269984665640564039457.584007913129639936',
    }),
    wrong('chainType: Invalid option: expected one of "EVM"|"SOLANA"', { chainType: 'evm' }),
    wrong('chainId: Invalid input: expected number, received string', { chainId: String(CHAIN_ID) }),
    wrong('chainId: Invalid input: expected int, received number', { chainId: 1.5 }),
    wrong('chainId: Too small: expected number to be >0', { chainId: -1 }),
    wrong('chainId: Too big: expected number to be <=2147483647', { chainId: 2 ** 32 }),
    wrong('chainId: chain 103 is not of type EVM', { chainId: 103 }),
    wrong('network: Invalid option: expected one of "MAINNET"|"TESTNET"', { network: 'testnet' }),
    wrong('cNGN: Invalid input: expected boolean, received string', { cNGN: 'true' }),
    wrong('tokenAddress: must be an EVM address', { tokenAddress: '0x1' }),
    wrong('tokenAddress: address checksum does not match', { tokenAddress: TO.replace('EE7', 'Ee7') }),
    wrong(`tokenAddress: no ERC-20 token at this address on chain ${CHAIN_ID}`, { tokenAddress: TAKES_ALL }),
    wrong(`tokenAddress: no ERC-20 token at this address on chain ${CHAIN_ID}`, { tokenAddress: SILLY }),
    wrong(`tokenAddress: no ERC-20 token at this address on chain ${CHAIN_ID}`, { tokenAddress: SHAPELESS }),
    wrong('waitForCompletion: Invalid input: expected boolean, received number', { waitForCompletion: 1 }),
    wrong('webhookUrl: must be a public host', { webhookUrl: 'https://intranet/hook' }),
    wrong('webhookUrl: must be a public host', { webhookUrl: 'https://metadata.google.internal/' }),
    wrong('webhookUrl: must use the standard https port', { webhookUrl: 'https://example.com:8443/' }),
    wrong('webhookUrl: must use https', { webhookUrl: 'ftp://example.com/' }),
    wrong('webhookSecret: requires webhookUrl', { webhookSecret: 'x'.repeat(256) }),
    wrong('transaction: unknown field', { transaction: CALL }),
    wrong('addressIndex: unknown field', { addressIndex: 0 }),
    wrong('feeUsd: unknown field', { feeUsd: '0' }),
  ])('%s', async (message, change) => {
    const before = await written()
    const answer = await post('/v1/wallet/transaction', { ...TRANSFER, ...change })
    expect([answer.code, answer.message, answer.errors]).toEqual([400, 'Validation failed', [message]])
    expect(answer).not.toHaveProperty('data')
    expect(await written()).toEqual(before)
  })

  test('cNGN is refused where a chain has none', async () => {
    await workerCtx().db.execute(`update chain_tokens set is_active = false where symbol = 'cNGN'`)
    forgetChains()
    const answer = await post('/v1/wallet/transaction', { ...TRANSFER, cNGN: true })
    expect(answer.errors).toEqual([`cNGN: not available on chain ${CHAIN_ID}`])
  })
})

describe.each(BOTH)('POST %s', (path) => {
  const good = PATHS[path]

  test('takes the edges of what is right', async () => {
    const edges = [
      { network: 'TESTNET' },
      { webhookUrl: null, webhookSecret: null, waitForCompletion: null },
      { webhookUrl: 'http://127.0.0.1:9/x', webhookSecret: 'x'.repeat(16) },
      { webhookUrl: `http://127.0.0.1:9/${'x'.repeat(2_048 - 19)}`, webhookSecret: 'ü'.repeat(256) },
      ...(path === '/v1/wallet/transaction'
        ? [
            { toAddress: TO.toLowerCase() },
            { toAddress: `0x${TO.slice(2).toUpperCase()}` },
            { amount: '0.000000000000000001' },
            { amount: '115792089237316195423570985008687907853269984665640564039457.584007913129639935' },
            { cNGN: false },
          ]
        : [{ transaction: { to: TO } }, { transaction: { to: TAKES_ALL, data: '0x' } }]),
    ]
    for (const change of edges) {
      expect([change, (await post(path, { ...good, ...change })).code]).toEqual([change, 202])
    }
  })

  test.each([
    ['', 400],
    ['   ', 400],
    ['""', 400],
    ['a\tb', 400],
    ['k'.repeat(256), 400],
    ['k'.repeat(255), 202],
    ['"quoted"', 202],
    ['a b ~!@#', 202],
  ])('with the Idempotency-Key %j is %i', async (key, code) => {
    const before = await written()
    expect((await post(path, good, key)).code).toBe(code)
    if (code === 400) expect(await written()).toEqual(before)
  })

  test('quoted and bare, a key is the same one', async () => {
    const key = randomUUID()
    const first = await post(path, good, key)
    expect(await post(path, good, `"${key}"`)).toEqual({ ...first, replayed: true })
  })

  test('the same body in another order, with defaults written out, is the same request', async () => {
    const key = randomUUID()
    const first = await post(path, good, key)
    const reordered = { waitForCompletion: false, ...Object.fromEntries(Object.entries(good).reverse()) }
    expect(await post(path, reordered, key)).toEqual({ ...first, replayed: true })
    const other = await post(path, { ...good, network: 'TESTNET' }, key)
    expect([other.code, other.message]).toEqual([422, 'Idempotency-Key was already used with a different request body'])
    expect(other).not.toHaveProperty('data')
  })

  test('a body over 256 KiB is 400', async () => {
    const before = await written()
    const answer = await post(path, { ...good, webhookUrl: 'x'.repeat(262_144) })
    expect([answer.code, answer.message]).toEqual([400, 'Request body is larger than 256 KiB'])
    expect(await written()).toEqual(before)
  })

  test('no value in any field makes it fail in another way than by a refusal that writes nothing', async () => {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.bigInt().map(String),
      fc.double().map(String),
      fc.constantFrom(TO, `${TO}\u0000`, '0x', '0x00', '1e77', '-0', '__proto__', '\ud800', 'constructor', '{}'),
    )
    // A call that waits for an outcome takes a minute, because no engine runs here.
    const value = odd.filter((candidate) => candidate !== true)
    const fields = [...Object.keys(good), 'network', 'webhookUrl', 'webhookSecret', 'waitForCompletion', 'surprise']
    const nested = path === '/v1/wallet/hd/sign' ? Object.keys(CALL) : []
    const fieldPath = fc.constantFrom(...fields.map((name) => [name]), ...nested.map((name) => ['transaction', name]))
    await fc.assert(
      fc.asyncProperty(fieldPath, value, async ([field = '', inner], strange) => {
        const before = await written()
        const changed = inner === undefined ? { [field]: strange } : { transaction: { ...CALL, [inner]: strange } }
        const { code, data } = await post(path, { ...good, ...changed })
        const isRecorded = code === 202 || (code === 422 && data !== undefined)
        if (isRecorded) return
        expect([400, 404, 422]).toContain(code)
        expect(await written()).toEqual(before)
      }),
      propertyRuns(),
    )
  })
})

describe('whose nonce carries it', () => {
  const DELEGATE = '0x359Fc72a1db80d1DA237c8CE3635e9bD14A7AB2c'
  test.each([
    ['the wallet itself where wallets are filled', { gasStrategy: 'topup', delegateAddress: DELEGATE }, true],
    ['the wallet itself where no delegate is deployed', { gasStrategy: 'delegation', delegateAddress: null }, true],
    ['a relayer, not known yet, where it is', { gasStrategy: 'delegation', delegateAddress: DELEGATE }, false],
  ] as const)('%s', async (_whose, strategy, isOwn) => {
    await inWorker(({ db }) => db.update(chains).set(strategy).where(eq(chains.chainId, CHAIN_ID)))
    forgetChains()
    for (const path of BOTH) {
      const { id } = transactionView.parse((await post(path, PATHS[path])).data)
      const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
      expect([path, row?.laneWalletId]).toEqual([path, isOwn ? row?.walletId : null])
      // The wallet's own lane exists either way: it says whether the account is delegated.
      const own = eq(lanes.walletId, row?.walletId ?? '')
      expect(await workerCtx().db.$count(lanes, own)).toBe(1)
    }
  })
})
