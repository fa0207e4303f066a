import { createHmac } from 'node:crypto'
import { type Address, getAbiItem } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { erc20EventsAbi } from '@/contracts/generated/catalog-events'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { workerCtx } from '@/server/ctx'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { runFollower } from './run-follower'

const SUBSCRIPTIONS = '/v1/indexer/subscriptions'
const ANYBODY: Address = '0x00000000000000000000000000000000000000b2'

const world = openWebhookWorld()
let chain: LocalChain
let client: WalletClient
beforeAll(async () => {
  chain = await startLocalChain()
  client = await walletClient()
})
afterAll(() => chain.stop())

async function subscribe() {
  const asked = { network: 'BASE', chainId: CHAIN_ID, contractAddress: chain.cngn.address, events: ['transfer'] }
  const made = await client.post(SUBSCRIPTIONS, { ...asked, webhookUrl: world.receiver.url })
  return newIndexerSubscriptionView.parse(made.data)
}

const reported = () => world.receiver.visits.map(({ body }) => eventPayload.parse(JSON.parse(body)))

/** Follower and dispatcher run until the receiver has seen enough. */
async function runUntil(path: string, isEnough: () => boolean): Promise<void> {
  const run = runFollower(workerCtx(), { chainId: CHAIN_ID })
  await vi.waitFor(
    async () => {
      await dispatchWebhooks(workerCtx())
      expect(isEnough()).toBe(true)
    },
    { timeout: 60_000, interval: 50 },
  )
  // Without subscriptions a run ends.
  expect((await client.delete(path)).code).toBe(200)
  await run
}

async function eventIdsOnChain(fromBlock: bigint): Promise<string[]> {
  const event = getAbiItem({ abi: erc20EventsAbi, name: 'Transfer' })
  const found = await chain.rpc.getLogs({ address: chain.cngn.address, event, fromBlock })
  return found.map(({ transactionHash, logIndex }) => `${transactionHash}:${logIndex}`)
}

test('token events of a real chain arrive once, in order and signed, and match the chain', async () => {
  const from = await chain.rpc.getBlockNumber()
  const { id, signingSecret } = await subscribe()
  for (let n = 1n; n <= 12n; n++) await chain.fundToken(ANYBODY, n)
  await runUntil(`${SUBSCRIPTIONS}/${id}`, () => world.receiver.visits.length >= 12)
  expect(reported().map(({ id: eventId }) => eventId)).toEqual(await eventIdsOnChain(from + 1n))
  expect(reported().map(({ amount }) => amount)).toEqual(Array.from({ length: 12 }, (_, n) => String(n + 1)))
  for (const { headers, body } of world.receiver.visits) {
    const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-indexer-signature'] ?? '') ?? []
    expect(signature).toBe(createHmac('sha256', signingSecret).update(`${at}.${body}`).digest('hex'))
  }
})

test('events that a reorg removed are reverted under the same id', async () => {
  const { id } = await subscribe()
  await chain.fundToken(ANYBODY, 77n)
  const path = `${SUBSCRIPTIONS}/${id}`
  let isReorged = false
  await runUntil(path, () => {
    if (!isReorged && reported().some(({ amount }) => amount === '77')) {
      isReorged = true
      void chain.rebuild(8)
    }
    return reported().some(({ status }) => status === 'reverted')
  })
  const [first, second] = reported()
  expect(second).toEqual({ ...first, status: 'reverted' })
})
