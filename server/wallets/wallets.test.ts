import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { balanceView } from '@/schemas/ledger/contract'
import { chainView, newWalletView, walletPage, walletView } from '@/schemas/wallets/contract'
import { inWorker } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const GENERATE = '/v1/wallet/hd/generate'
const FOREIGN = 'Unauthorized: Cannot access wallet from other business'

describe('/v1/wallet', () => {
  openDatabase()
  let client: WalletClient
  let other: WalletClient

  beforeAll(async () => {
    client = await walletClient()
    other = await walletClient()
  })

  const generate = async (who: WalletClient, body: object) => {
    const answer = await who.post(GENERATE, body, randomUUID())
    expect(answer).toMatchObject({ code: 201, status: true })
    return z.array(newWalletView.strict()).parse(answer.data)
  }
  const walletAt = async (who: WalletClient, index: number, chainType = 'EVM') => {
    const answer = await who.get(`/v1/wallet/hd/address-index/${index}?chainType=${chainType}`)
    return walletView.strict().parse(answer.data)
  }

  it('generates, reads by index, lists and counts', async () => {
    const mine = await walletClient()
    const made = await generate(mine, { chainType: 'EVM', purpose: 'DEPOSIT', count: 3 })
    expect(made.map((wallet) => wallet.addressIndex)).toEqual([0, 1, 2])
    await generate(mine, { chainType: 'SOLANA' })
    expect((await walletAt(mine, 2)).address).toBe(made[2]?.address)
    expect((await walletAt(mine, 2)).purpose).toBe('DEPOSIT')
    const byDefault = await mine.get('/v1/wallet/hd/address-index/0')
    expect(byDefault.data).toMatchObject({ chainType: 'EVM', addressIndex: 0 })
    expect((await walletAt(mine, 0, 'SOLANA')).purpose).toBe('GENERAL')
    const page = walletPage.parse((await mine.get('/v1/wallet/hd?pageSize=2&page=2')).data)
    expect(page).toMatchObject({ total: 4, page: 2, pageSize: 2, items: [{ addressIndex: 1 }, { addressIndex: 0 }] })
    expect((await mine.get('/v1/wallet/hd/count')).data).toEqual({ count: 4 })
    expect((await mine.get('/v1/wallet/hd/count?chainType=SOLANA')).data).toEqual({ count: 1 })
  })

  it('makes the wallets of one key once, however often and however parallel it is asked', async () => {
    const mine = await walletClient()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => mine.post(GENERATE, { chainType: 'EVM', count: 2 }, key)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1)
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1)
    expect((await mine.get('/v1/wallet/hd/count')).data).toEqual({ count: 2 })
    const changed = await mine.post(GENERATE, { chainType: 'EVM', count: 3 }, key)
    expect(changed.code).toBe(422)
    expect((await mine.get('/v1/wallet/hd/count')).data).toEqual({ count: 2 })
  })

  it('deactivates its own wallet once', async () => {
    await generate(client, { chainType: 'EVM' })
    const { id, addressIndex } = walletPage.parse((await client.get('/v1/wallet/hd?pageSize=1')).data).items[0] ?? {
      id: '',
      addressIndex: -1,
    }
    const path = `/v1/wallet/hd/deactivate/${id}`
    expect(await client.post(path)).toMatchObject({ code: 200, status: true, data: null })
    expect(await client.post(path)).toMatchObject({ code: 404, message: 'Wallet not found' })
    expect(await walletAt(client, addressIndex)).toMatchObject({ isActive: false, deactivatedAt: expect.any(String) })
  })

  it('refuses the wallets of another business with the text of the contract', async () => {
    await generate(other, { chainType: 'EVM', count: 2 })
    const { id } = await walletAt(other, 1)
    expect(await client.post(`/v1/wallet/hd/deactivate/${id}`)).toMatchObject({ code: 403, message: FOREIGN })
    expect(await walletAt(other, 1)).toMatchObject({ isActive: true })
    const unknown = await client.post(`/v1/wallet/hd/deactivate/${randomUUID()}`)
    expect(unknown).toMatchObject({ code: 404, message: 'Wallet not found' })
    const beyond = await client.get('/v1/wallet/hd/address-index/2147483647')
    expect(beyond).toMatchObject({ code: 404, message: 'Wallet not found' })
  })

  it('reads the balance and the chains', async () => {
    const balance = await client.get('/v1/wallet/balance')
    expect(balanceView.parse(balance.data)).toEqual({ available: '0.00', reserved: '0.00', currency: 'USD' })
    const micros = 12_500_000n
    await inWorker(({ db }) =>
      postCredit(db, { businessId: client.businessId, micros, reason: 'For a test', createdBy: 'test' }),
    )
    expect((await client.get('/v1/wallet/balance')).data).toEqual({
      available: '12.50',
      reserved: '0.00',
      currency: 'USD',
    })
    expect((await other.get('/v1/wallet/balance')).data).toMatchObject({ available: '0.00' })
    const chains = z.array(chainView.strict()).parse((await client.get('/v1/wallet/chains')).data)
    expect(chains.map((chain) => chain.chainId)).toEqual(expect.arrayContaining([1, 56, 137, 8453, 84532]))
    expect(chains.find((chain) => chain.chainId === 84532)).toMatchObject({ code: 'BASE', gasPolicy: 'sponsored' })
  })

  it.each([
    [{}, 'chainType: chainType is required'],
    [{ chainType: 'TRON' }, 'chainType: '],
    [{ chainType: 'EVM', count: 0 }, 'count: '],
    [{ chainType: 'EVM', count: 201 }, 'count: '],
    [{ chainType: 'EVM', count: '3' }, 'count: '],
    [{ chainType: 'EVM', purpose: '' }, 'purpose: '],
    [{ chainType: 'EVM', purpose: 'x'.repeat(65) }, 'purpose: '],
    [{ chainType: 'EVM', purpose: 'a\u0000b' }, ''],
    [{ chainType: 'EVM', purpose: 'a\ud800b' }, ''],
    [{ chainType: 'EVM', wallets: 3 }, 'wallets: unknown field'],
    [[], ''],
    ['EVM', ''],
  ])('answers a generate body of %j with 400 and makes nothing', async (body, error) => {
    const before = (await client.get('/v1/wallet/hd/count')).data
    const answer = await client.post(GENERATE, body, randomUUID())
    expect(answer).toMatchObject({ code: 400, status: false })
    if (error) expect(answer.errors?.join()).toContain(error)
    expect((await client.get('/v1/wallet/hd/count')).data).toEqual(before)
  })

  it.each([
    '/v1/wallet/hd?page=0',
    '/v1/wallet/hd?pageSize=101',
    '/v1/wallet/hd?pageSize=1e1',
    '/v1/wallet/hd?chainType=evm',
    '/v1/wallet/hd?size=3',
    '/v1/wallet/hd/count?chainType=',
    '/v1/wallet/hd/address-index/-1',
    '/v1/wallet/hd/address-index/0x1',
    '/v1/wallet/hd/address-index/2147483648',
    '/v1/wallet/hd/address-index/99999999999999999999',
  ])('answers GET %s with 400', async (path) => {
    expect(await client.get(path)).toMatchObject({ code: 400, status: false, message: 'Validation failed' })
  })

  it('needs an Idempotency-Key to generate and a UUID to deactivate', async () => {
    expect((await client.post(GENERATE, { chainType: 'EVM' })).code).toBe(400)
    expect((await client.post('/v1/wallet/hd/deactivate/nonsense')).code).toBe(400)
  })

  it('keeps to the scope of the token and the capabilities of the plan', async () => {
    const reader = await walletClient({ scope: 'wallet:read' })
    expect((await reader.get('/v1/wallet/hd/count')).code).toBe(200)
    const written = await reader.post(GENERATE, { chainType: 'EVM' }, randomUUID())
    expect(written).toMatchObject({ code: 403, message: 'Insufficient scope: wallet:write' })
    const narrow = await walletClient({ capabilities: ['wallet.hd.generate'] })
    await generate(narrow, { chainType: 'EVM' })
    for (const [path, capability] of [
      ['/v1/wallet/hd', 'wallet.hd.read'],
      ['/v1/wallet/balance', 'wallet.balance.read'],
    ] as const) {
      expect(await narrow.get(path)).toMatchObject({ code: 403, message: `Capability ${capability} not granted` })
    }
    const off = await narrow.post(`/v1/wallet/hd/deactivate/${randomUUID()}`)
    expect(off).toMatchObject({ code: 403, message: 'Capability wallet.hd.deactivate not granted' })
  })
})
