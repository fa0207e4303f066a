import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { eq } from 'drizzle-orm'
import { type Hex, hashMessage, verifyMessage, verifyTypedData } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blockedAddresses, businesses, signingRequests, wallets } from '@/db/schema'
import { signedMessageView } from '@/schemas/messages/contract'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { setTestnetsOnly } from '@/server/projects/set-testnets-only'
import { fillTokens } from '@/server/testing/fill-tokens'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { walletClient } from '@/server/testing/wallet-client'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { login, type MessageWorld, openMessageWorld } from './message-world.test-data'

const BLOCKED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

openDatabase()
let world: MessageWorld
beforeAll(async () => {
  world = await openMessageWorld()
})

const signedIn = (answer: { data?: unknown }) => signedMessageView.strict().parse(answer.data)
const walletRow = async () => {
  const [row] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, world.address))
  if (!row) throw new Error('no wallet')
  return row
}

describe('what is signed is what any verifier takes as the wallet’s', () => {
  test('a text, with its audit entry and the row of what was asked', async () => {
    const text = 'Sign in to example.com\nnonce 7 \u202e'
    const answer = await world.sign({ kind: 'text', text })
    expect(answer).toMatchObject({ code: 200, message: 'Message signed' })
    const signed = signedIn(answer)
    expect(signed).toMatchObject({ kind: 'text', chainType: 'EVM', address: world.address, digest: hashMessage(text) })
    expect(await verifyMessage({ address: world.address, message: text, signature: signed.signature as Hex })).toBe(
      true,
    )
    const entry = (await world.audited()).at(-1)
    expect(entry).toMatchObject({ action: 'message.signed', actorType: 'key', target: (await walletRow()).id })
    expect(entry?.detail).toMatchObject({
      ...{ requestId: signed.id, digest: signed.digest, kind: 'text', address: world.address },
      text: 'Sign in to example.com\\u{a}nonce 7 \\u{202e}',
    })
    const [row] = await workerCtx().db.select().from(signingRequests).where(eq(signingRequests.id, signed.id))
    expect(JSON.parse(Buffer.from(row?.serialized ?? []).toString())).toEqual({ kind: 'text', text })
  })

  test('bytes', async () => {
    const signed = signedIn(await world.sign({ kind: 'bytes', bytes: '0xDEADbeef' }))
    const { address } = world
    const message = { raw: '0xdeadbeef' } as const
    expect(await verifyMessage({ address, message, signature: signed.signature as Hex })).toBe(true)
  })

  test('typed data', async () => {
    const data = login()
    const signed = signedIn(await world.signTyped(data))
    const { address } = world
    const [domain, types] = [data.domain as object, data.types]
    const asked = { address, domain, types, primaryType: 'Login', message: { nonce: 1n } } as const
    expect(await verifyTypedData({ ...asked, signature: signed.signature as Hex })).toBe(true)
    expect((await world.audited()).at(-1)?.detail).toMatchObject({ kind: 'typedData', primaryType: 'Login' })
  })

  test.each([
    ['in ASCII', 'Sign in to example.com', 0],
    ['in UTF-8', 'Grüße\nvon example.com', 1],
  ])('a Solana text %s, under the header that is no transaction', async (_name, text, format) => {
    const { address, addressIndex } = await newWallet(world.client.tenant, 'SOLANA')
    const signed = signedIn(await world.sign({ kind: 'solanaOffchain', text, addressIndex }))
    expect(signed).toMatchObject({ chainType: 'SOLANA', address, digest: null })
    const bytes = Buffer.from(signed.signedBytes ?? '', 'base64')
    const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)])
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
    expect(verify(null, bytes, publicKey, base58.decode(signed.signature))).toBe(true)
    const { projectId } = world.client.tenant
    const domain = createHash('sha256').update(`slipway off-chain messages of ${projectId}`).digest()
    const written = Buffer.from(text)
    const head = Buffer.concat([
      Buffer.from('\xffsolana offchain\0', 'latin1'),
      domain,
      Uint8Array.of(format, 1),
      base58.decode(address),
    ])
    expect(bytes).toEqual(Buffer.concat([head, Uint8Array.of(written.length, 0), written]))
    const own = { kind: 'solanaOffchain', text, addressIndex, applicationDomain: `0x${'7'.repeat(64)}` }
    expect(signedIn(await world.sign(own)).signature).not.toBe(signed.signature)
  })
})

describe('a message that comes again', () => {
  test('with its key is answered as the first, and written once, also at the same time', async () => {
    const key = randomUUID()
    const message = { kind: 'text', text: 'Hello' }
    const before = await world.written()
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.sign(message, key)))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect((await world.written()).map((count, n) => count - (before[n] ?? 0))).toEqual([1, 1, 0, 1])
    expect(await world.sign({ kind: 'text', text: 'Other' }, key)).toMatchObject({
      code: 422,
      refusal: 'idempotency_reused',
    })
  })

  test('with another key has the same signature', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => world.sign({ kind: 'text', text: 'Hello' })))
    expect(signedIn(one ?? {}).signature).toBe(signedIn(other ?? {}).signature)
  })
})

test('typed data that names a blocked address is not signed, and is again once it is unblocked', async () => {
  const data = { ...login(), types: { Login: [{ name: 'agent', type: 'address' }] }, message: { agent: BLOCKED } }
  const { businessId } = world.client.tenant
  const row = { businessId, address: BLOCKED, reason: 'test', createdBy: 'test' }
  await inWorker(({ db }) => db.insert(blockedAddresses).values(row))
  expect(await world.signTyped(data)).toMatchObject({ code: 422, refusal: 'address_blocked', param: 'typedData' })
  const unblocked = { removedAt: new Date(), removedBy: 'test' }
  await inWorker(({ db }) =>
    db.update(blockedAddresses).set(unblocked).where(eq(blockedAddresses.businessId, businessId)),
  )
  expect(await world.signTyped(data)).toMatchObject({ code: 200 })
})

describe('is refused, and nothing is written,', () => {
  const refused = async (message: object, expected: object) => {
    const before = await world.written()
    expect(await world.sign(message)).toMatchObject({ status: false, ...expected })
    expect(await world.written()).toEqual(before)
  }
  const invalid = (param: string) => ({ code: 400, refusal: 'validation_failed', param })

  test.each<[string, object, object]>([
    [
      'a digest',
      { kind: 'bytes', bytes: `0x${'ab'.repeat(32)}` },
      { code: 422, refusal: 'raw_digest', param: 'bytes' },
    ],
    ['a text of 32 bytes', { kind: 'text', text: 'x'.repeat(32) }, { code: 422, refusal: 'raw_digest', param: 'text' }],
    [
      'an authorization of EIP-7702',
      { kind: 'bytes', bytes: `0x05d80194${'ab'.repeat(20)}8080` },
      { code: 422, refusal: 'resembles_transaction', param: 'bytes' },
    ],
    ['a kind without its field', { kind: 'text' }, invalid('text')],
    ['a field of another kind', { kind: 'text', text: 'x', bytes: '0x00' }, invalid('bytes')],
    ['an unknown kind', { kind: 'digest', bytes: '0x00' }, invalid('kind')],
    ['half a byte', { kind: 'bytes', bytes: '0x0' }, invalid('bytes')],
    ['bytes beyond the limit', { kind: 'bytes', bytes: `0x${'00'.repeat(32_769)}` }, invalid('bytes')],
    ['a text beyond the limit', { kind: 'text', text: 'ß'.repeat(16_385) }, invalid('text')],
    [
      'a chain nobody knows',
      { kind: 'typedData', typedData: login({ chainId: 4 }) },
      { code: 404, refusal: 'chain_unavailable', param: 'typedData' },
    ],
    [
      'a chain of Solana',
      { kind: 'typedData', typedData: login({ chainId: 103 }) },
      { code: 404, refusal: 'chain_unavailable' },
    ],
    ['no chain', { kind: 'typedData', typedData: login({ chainId: 0 }) }, invalid('typedData.domain.chainId')],
    ['an index of nobody', { kind: 'text', text: 'x', addressIndex: 7 }, { code: 404, refusal: 'wallet_not_found' }],
    [
      'a wallet of the other family',
      { kind: 'solanaOffchain', text: 'x', addressIndex: 9 },
      { code: 404, refusal: 'wallet_not_found' },
    ],
  ])('%s', async (_name, message, expected) => refused(message, expected))

  describe('of a world of its own', () => {
    beforeEach(async () => {
      world = await openMessageWorld()
    })
    test('a Solana text beyond a packet', async () => {
      await newWallet(world.client.tenant, 'SOLANA')
      await refused({ kind: 'solanaOffchain', text: 'x'.repeat(1_148) }, invalid('text'))
      expect(await world.sign({ kind: 'solanaOffchain', text: 'x'.repeat(1_147) })).toMatchObject({ code: 200 })
    })

    test('a deactivated wallet, and one that runs a token', async () => {
      const { tenant } = world.client
      const { id: walletId } = await walletRow()
      const second = await newWallet(tenant)
      await inTenant(tenant, async (ctx) => {
        const [row] = await ctx.db.select().from(wallets).where(eq(wallets.address, second.address))
        await deactivateWallet(ctx, row?.id ?? '')
      })
      await refused({ kind: 'text', text: 'x', addressIndex: 1 }, { code: 422, refusal: 'wallet_deactivated' })
      await fillTokens(workerCtx(), { ...tenant, walletId })
      await refused({ kind: 'text', text: 'x' }, { code: 422, refusal: 'wallet_technical', param: 'addressIndex' })
    })

    test('a mainnet where the project is limited to testnets', async () => {
      const { tenant } = world.client
      await inTenant(tenant, (ctx) => setTestnetsOnly({ ...ctx, ...tenant }, { testnetsOnly: true }))
      forgetCaches()
      await refused(
        { kind: 'typedData', typedData: login({ chainId: 1 }) },
        { code: 403, refusal: 'testnets_only', param: 'typedData' },
      )
      expect(await world.signTyped(login())).toMatchObject({ code: 200 })
    })

    test('a suspended business', async () => {
      const { businessId } = world.client
      await inWorker(({ db }) =>
        db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, businessId)),
      )
      forgetCaches()
      await refused({ kind: 'text', text: 'x' }, { code: 403, refusal: 'project_suspended' })
    })

    test('a wallet that only another business has', async () => {
      const other = await walletClient()
      const answer = await other.post(
        '/v1/wallet/hd/sign-message',
        { kind: 'text', addressIndex: 0, text: 'x' },
        randomUUID(),
      )
      expect(answer).toMatchObject({ code: 404, refusal: 'wallet_not_found', param: 'addressIndex' })
    })
  })
})
