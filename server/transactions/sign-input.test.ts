import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takesAllRuntimeBytecode } from '@/contracts/generated/odd-contracts'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, workerCtx } from '@/server/ctx'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { ACCOUNT, type Call, HOOK, openSignWorld, TAKES_ALL } from '@/server/testing/sign-world'
import { walletClient } from '@/server/testing/wallet-client'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { listWallets } from '@/server/wallets/list-wallets'

const PATH = '/v1/wallet/hd/sign'

let world: Awaited<ReturnType<typeof openSignWorld>>
beforeAll(async () => {
  world = await openSignWorld()
})
afterAll(() => world.close())

describe('a request that cannot be right is refused by name and changes nothing', () => {
  const call = { to: TAKES_ALL, data: '0x00' }
  const wrong = (message: string, transaction: unknown, change: object = {}) => [message, transaction, change] as const
  test.each([
    wrong('transaction.to: transaction.to is required', { data: '0x00' }),
    wrong('transaction.to: transaction.to is required', { to: null }),
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
    const wallet = await world.newWallet()
    const before = await world.written()
    const answer = await world.sign(wallet.addressIndex, transaction as Call, change)
    expect([answer.code, answer.errors]).toEqual([400, [message]])
    expect(answer).not.toHaveProperty('data')
    expect(await world.written()).toEqual(before)
  })

  test('calldata for the wallet itself is refused, also where it has the code of a delegate; a plain send is not', async () => {
    const { address, addressIndex } = await world.newWallet()
    const refused = { code: 400, errors: ['transaction.to: must not be the wallet itself with data'] }
    expect(await world.sign(addressIndex, { to: address, data: '0x01' })).toMatchObject(refused)
    await world.chain.test.setCode({ address, bytecode: takesAllRuntimeBytecode })
    expect(await world.sign(addressIndex, { to: address.toLowerCase(), data: '0x01' })).toMatchObject(refused)
    expect((await world.sign(addressIndex, { to: address })).code).toBe(202)
  })

  test('a chain without an RPC endpoint is 404', async () => {
    const { addressIndex } = await world.newWallet()
    const noRpc = { code: 404, message: 'No active RPC config found for chain' }
    for (const chainId of [8453, 999_999])
      expect(await world.sign(addressIndex, call, { chainId })).toMatchObject(noRpc)
  })

  test('a wallet that is missing is 404, a deactivated one 422', async () => {
    expect(await world.sign(2_000_000, call)).toMatchObject({ code: 404, message: 'Wallet not found' })
    const { address, addressIndex } = await world.newWallet()
    const { items } = await inTenant(world.client.tenant, (ctx) => listWallets(ctx, { page: 1, pageSize: 100 }))
    const id = items.find((wallet) => wallet.address === address)?.id ?? ''
    await inTenant(world.client.tenant, (ctx) => deactivateWallet(ctx, id))
    const before = await world.written()
    expect(await world.sign(addressIndex, call)).toMatchObject({
      code: 422,
      message: 'Wallet is deactivated and cannot be used for new operations',
    })
    expect(await world.written()).toEqual(before)
  })

  test('an Idempotency-Key is required, and bound to the body', async () => {
    const { addressIndex } = await world.newWallet()
    for (const key of ['', 'ü', 'x'.repeat(256)]) expect((await world.sign(addressIndex, call, {}, key)).code).toBe(400)
    const key = 'k'.repeat(255)
    expect((await world.sign(addressIndex, call, {}, key)).code).toBe(202)
    const other = await world.sign(addressIndex, { ...call, value: '0x0' }, {}, key)
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
    const { addressIndex } = await world.newWallet()
    const key = randomUUID()
    const before = await world.written()
    await workerCtx().db.execute("update rpc_endpoints set url = 'http://127.0.0.1:1'")
    forgetChains()
    const away = await world.sign(addressIndex, call, {}, key)
    await workerCtx().db.execute(`update rpc_endpoints set url = '${world.chain.anvil.rpcUrl}'`)
    forgetChains()
    expect(away.code).toBe(503)
    expect(await world.written()).toEqual(before)
    expect((await world.sign(addressIndex, call, {}, key)).code).toBe(202)
  })
})
