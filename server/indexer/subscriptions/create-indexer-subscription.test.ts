import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { chainCursors, projects } from '@/db/schema'
import { indexerSubscriptionPage, indexerSubscriptionView } from '@/schemas/indexer/contract'
import { workerCtx } from '@/server/ctx'
import { unsealSecret } from '@/server/custody/secrets'
import { walletClient } from '@/server/testing/wallet-client'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { signIndexer } from '@/server/webhooks/signature'
import { BODY, CONTRACT, MINT, openSubscriptionWorld, PATH } from './subscription-world.test-data'

const on = openSubscriptionWorld()
const { create, rowOf } = on

describe('a new subscription', () => {
  test('returns its fields and, only now, its secret', async () => {
    const { signingSecret, secretWarning, ...made } = await create(on.client)
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secretWarning).toContain('not shown again')
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: on.client.tenant.projectId,
      network: 'BASE',
      chainId: 8_453,
      contractAddress: CONTRACT,
      webhookUrl: BODY.webhookUrl,
      events: BODY.events,
      status: 'active',
      pausedBecause: null,
      confirmations: 10,
      createdBy: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastDeliveryAt: null,
      deliveredCount: 0,
      failedCount: 0,
      droppedCount: 0,
      undecodableCount: 0,
    })
    const again = await on.client.get(`${PATH}/${made.id}`)
    expect(indexerSubscriptionView.strict().parse(again.data)).toEqual(made)
  })

  test('begins with the block after the head', async () => {
    expect((await rowOf((await create(on.client)).id)).fromBlock).toBe(42n)
    const onSolana = await create(on.client, { network: 'SOL', contractAddress: MINT, events: ['mint', 'burn'] })
    expect(onSolana).toMatchObject({ network: 'SOL', chainId: 103, contractAddress: MINT })
    expect((await rowOf(onSolana.id)).fromBlock).toBe(901n)
  })

  test('begins no earlier than the first unread block', async () => {
    const { db } = workerCtx()
    await db.insert(chainCursors).values({ chainId: 84_532, consumer: 'indexer', blockNumber: 50n })
    expect((await rowOf((await create(on.client, { chainId: 84_532 })).id)).fromBlock).toBe(51n)
    await db.delete(chainCursors)
  })

  test('reports at its chain’s own depth, or at fewer confirmations', async () => {
    const own = await create(on.client, { confirmations: 10 })
    expect(own.confirmations).toBe(10)
    expect(await rowOf(own.id)).toMatchObject({ confirmations: null, passDepth: 0 })
    const lowered = await create(on.client, { confirmations: 2 })
    expect(lowered.confirmations).toBe(2)
    expect(await rowOf(lowered.id)).toMatchObject({ confirmations: 2, passDepth: 2 })
    const listed = indexerSubscriptionPage.parse((await on.client.get(PATH)).data).data
    expect(listed.map(({ confirmations }) => confirmations)).toEqual([2, 10])
  })

  test('with fewer confirmations begins no earlier than the first unread block of that depth', async () => {
    const { db } = workerCtx()
    const read = { chainId: 84_532, consumer: 'indexer' as const }
    await db.insert(chainCursors).values([
      { ...read, blockNumber: 30n },
      { ...read, depth: 3, blockNumber: 50n },
    ])
    expect((await rowOf((await create(on.client, { chainId: 84_532, confirmations: 3 })).id)).fromBlock).toBe(51n)
    expect((await rowOf((await create(on.client, { chainId: 84_532 })).id)).fromBlock).toBe(42n)
    await db.delete(chainCursors)
  })

  test('stores its secret encrypted: it decrypts to the text that a destination passes to its HMAC', async () => {
    const { id, signingSecret } = await create(on.client)
    const row = await rowOf(id)
    expect(Buffer.from(row.secretSealed).includes(signingSecret)).toBe(false)
    const key = await unsealSecret(EVENT_SUBSCRIPTION.secretUseOf(id), row.secretSealed)
    const message = { id: 'm', timestamp: 1_700_000_000, body: '{}' }
    const theirs = createHmac('sha256', signingSecret).update('1700000000.{}').digest('hex')
    expect(signIndexer([key], message)['x-indexer-signature']).toBe(`t=1700000000,v1=${theirs}`)
    await expect(unsealSecret(EVENT_SUBSCRIPTION.secretUseOf(v7()), row.secretSealed)).rejects.toThrow()
  })

  test('stores an address in its canonical form', async () => {
    expect(await create(on.client, { contractAddress: CONTRACT.toLowerCase() })).toMatchObject({
      contractAddress: CONTRACT,
    })
  })
})

describe('a network', () => {
  test.each([
    ['BASE', undefined, 8_453],
    ['BASE', 84_532, 84_532],
    ['ETH', undefined, 1],
    // None of its mainnets is served here.
    ['LISK', undefined, 4_202],
  ])('%s with chainId %s is the chain %s', async (network, chainId, expected) => {
    expect(await create(on.client, { network, chainId })).toMatchObject({ network, chainId: expected })
  })

  test('of a project that is limited to testnets is its testnet, and a mainnet is refused', async () => {
    await workerCtx().db.update(projects).set({ testnetsOnly: true }).where(eq(projects.id, on.client.tenant.projectId))
    expect(await create(on.client)).toMatchObject({ chainId: 84_532 })
    const refused = await on.client.post(PATH, { ...BODY, chainId: 8_453 })
    expect(refused).toMatchObject({ code: 403, refusal: 'testnets_only', param: 'chainId' })
  })

  test.each([
    [{ network: 'ATC' }, 'network'],
    [{ network: 'BASE', chainId: 999_999 }, 'chainId'],
  ])('%j is not found if it is not served', async (changes, param) => {
    const answer = await on.client.post(PATH, { ...BODY, ...changes })
    expect(answer).toMatchObject({ code: 404, message: 'No active RPC config found for chain', param })
  })

  test('whose chain does not answer is unavailable, and nothing is stored', async () => {
    const node = on.nodeOf(4_202)
    node.mode = 'reset'
    const answer = await on.client.post(PATH, { ...BODY, network: 'LISK' })
    node.mode = 'well'
    expect(answer).toMatchObject({ code: 503, refusal: 'chain_unreachable' })
    expect((await on.client.get(PATH)).data).toMatchObject({ data: [] })
  })

  test('needs a capability of its own', async () => {
    const evm = await walletClient({ capabilities: ['indexer.subscribe.evm'] })
    await create(evm)
    const onSolana = { ...BODY, network: 'SOL', contractAddress: MINT, events: ['mint'] }
    expect(await evm.post(PATH, onSolana)).toMatchObject({
      code: 403,
      message: 'Missing required capability: indexer.subscribe.solana',
    })
    const solana = await walletClient({ capabilities: ['indexer.subscribe.solana'] })
    expect((await solana.post(PATH, onSolana)).code).toBe(201)
    expect(await solana.post(PATH, BODY)).toMatchObject({
      code: 403,
      message: 'Missing required capability: indexer.subscribe.evm',
    })
  })
})
