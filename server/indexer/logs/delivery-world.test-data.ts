import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import { newId } from '@/db/new-id'
import { indexerEvents, indexerSubscriptions, webhookMessages } from '@/db/schema'
import { newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { indexerLogPage, indexerLogView } from '@/schemas/indexer/logs/contract'
import { forgetChains } from '@/server/chains/registry'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'

export const CHAIN_ID = 84_532
export const CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const SUBSCRIPTIONS = '/v1/indexer/subscriptions'
export const LOGS = '/v1/indexer/logs'

/** For each test a destination, a caller of `/v1` and a subscription that delivers to it. */
export function openDeliveryWorld() {
  const world = openWebhookWorld()
  let client: WalletClient
  let subscription: { id: string; signingSecret: string }
  let count = 0
  let node: StubNode

  beforeAll(async () => {
    node = await startStubNode({ chainId: CHAIN_ID })
    await addRpcEndpoint(CHAIN_ID, node.url)
    forgetChains()
    return () => node.close()
  })
  beforeEach(async () => {
    client = await walletClient()
    await subscribe()
  })

  /** Creates a subscription, which later events belong to. */
  async function subscribe(): Promise<void> {
    const asked = { network: 'BASE', chainId: CHAIN_ID, contractAddress: CONTRACT, events: ['transfer'] }
    const made = await client.post(SUBSCRIPTIONS, { ...asked, webhookUrl: world.receiver.url })
    subscription = newIndexerSubscriptionView.parse(made.data)
  }

  /** Queues an event of the subscription as the follower does. */
  async function happen({ kind = 'indexer.event', eventType = 'transfer' } = {}) {
    const { db } = workerCtx()
    const { businessId, projectId } = client.tenant
    const [id, sourceId] = [newId(), newId()]
    const transactionHash = `0xab${++count}`
    const eventId = `${transactionHash}:0`
    const own = { businessId, projectId, subscriptionId: subscription.id, chainId: CHAIN_ID }
    const what = { eventType, eventId, transactionHash, blockNumber: 1n, blockHash: '0x1' }
    await db.insert(indexerEvents).values({ id: sourceId, ...own, ...what })
    const body = JSON.stringify({ id: eventId, eventType })
    const way = { source: 'indexer', scheme: 'indexer', keySource: 'subscription', orderKey: subscription.id } as const
    const to = { destinationId: subscription.id, url: world.receiver.url }
    await enqueueMessages(db, [{ id, businessId, projectId, sourceId, kind, body, ...way, ...to }], new Date())
    return { id, eventId, body }
  }

  return {
    get receiver() {
      return world.receiver
    },
    get node() {
      return node
    },
    get client() {
      return client
    },
    get subscription() {
      return subscription
    },
    get path() {
      return `${SUBSCRIPTIONS}/${subscription.id}`
    },
    subscribe,
    happen,
    deliver: () => dispatchWebhooks(workerCtx()),
    countsOf: async (id = subscription.id) => {
      const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
      if (!row) throw new Error('no subscription')
      const { deliveredCount, failedCount, droppedCount, status, pausedBecause } = row
      return { deliveredCount, failedCount, droppedCount, status, pausedBecause }
    },
    logsOf: async (query = '') => {
      const { data, meta } = indexerLogPage.parse((await client.get(`${LOGS}${query}`)).data)
      return { data: data.map((log) => indexerLogView.strict().parse(log)), meta }
    },
    /** Makes a message look as if it had used its whole retry schedule. */
    exhaust: (id: string) =>
      workerCtx().db.update(webhookMessages).set({ attemptCount: 9 }).where(eq(webhookMessages.id, id)),
  }
}
