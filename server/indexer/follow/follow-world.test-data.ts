import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { newId } from '@/db/new-id'
import { indexerSubscriptions, webhookMessages } from '@/db/schema'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import type { StubMethod, StubNode } from '@/server/chains/testing/stub-node'
import { openStubs } from '@/server/chains/testing/stubs'
import { type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { changeDepths } from './change-depths'
import { CONTRACT, EventChain } from './event-chain.test-data'
import { followChain, newFollower } from './follow-chain'
import { listDepths } from './read-depth'

export const CHAIN_ID = 8_453
export const AS_INDEXER = { chainId: CHAIN_ID, consumer: 'indexer' } as const

const TABLES = [
  'alarms',
  'chain_blocks',
  'chain_cursors',
  'webhook_messages',
  'indexer_events',
  'indexer_replays',
  'indexer_subscriptions',
]

type Family<World> = {
  chainId: number
  terms: Partial<Chain>
  newWorld: () => World
  /** The fields of a subscription unless a test gives others. */
  asked: { contractAddress: string; fromBlock: bigint }
}

/** An EVM chain for each test. */
export function openFollowWorld() {
  const terms = { code: 'BASE', confirmations: 1 }
  return openWorldOf({
    chainId: CHAIN_ID,
    terms,
    newWorld: () => new EventChain(),
    asked: { contractAddress: CONTRACT, fromBlock: 1n },
  })
}

/** A database for the file. Each test gets a new chain behind a node, without subscriptions or read blocks. */
export function openWorldOf<World extends { methods: () => Record<string, StubMethod> }>(family: Family<World>) {
  const { chainId } = family
  const asIndexer = { chainId, consumer: 'indexer' } as const
  const stubs = openStubs(chainId)
  openDatabase()
  let chain: Chain
  let node: StubNode
  let world: World
  let tenant: Tenant & { projectId: string }

  beforeEach(async () => {
    await forgetAll()
    world = family.newWorld()
    node = await stubs.node({ methods: world.methods(), chainId })
    chain = { ...stubs.chain([{ url: node.url }]), chainId, ...family.terms }
    tenant = await createTenant()
  })
  afterEach(() => releaseCursor(workerCtx(), asIndexer, 'test'))

  async function forgetAll(): Promise<void> {
    for (const table of TABLES) await workerCtx().db.execute(sql.raw(`delete from ${table}`))
  }

  async function subscribe(row: Partial<typeof indexerSubscriptions.$inferInsert> = {}): Promise<string> {
    const { businessId, projectId } = tenant
    const id = newId()
    const { sealed } = await newDestinationSecret(EVENT_SUBSCRIPTION, id)
    const own = { id, businessId, projectId, chainId, secretSealed: sealed, createdBy: 'test' }
    const asked = { ...family.asked, webhookUrl: 'http://127.0.0.1:9/', events: ['transfer'] }
    await workerCtx()
      .db.insert(indexerSubscriptions)
      .values({ ...own, ...asked, ...row })
    return id
  }

  async function turn(follower = newFollower(), depth = 0) {
    const cursor = await claimCursor(workerCtx(), { ...asIndexer, depth }, { owner: 'test', seconds: 30 })
    if (!cursor) throw new Error('somebody else follows the chain')
    return (await followChain(workerCtx(), chain, cursor, follower)).turn
  }

  /** Runs turns of each pass until it has read every block that is deep enough for it. */
  async function follow(): Promise<void> {
    await changeDepths(workerCtx(), chainId)
    for (const depth of await listDepths(workerCtx().db, chainId)) await followDepth(depth)
  }

  async function followDepth(depth: number, follower = newFollower()): Promise<void> {
    for (let turns = 0; turns < 200; turns++) if ((await turn(follower, depth)) !== 'read') return
    throw new Error('the chain is never read to its end')
  }

  /** Delivers all messages that are due. */
  async function deliver(): Promise<void> {
    const { db } = workerCtx()
    await db.execute(sql`update webhook_messages set status = 'delivered', attempt_count = 1 where status = 'pending'`)
  }

  /**
   * The events that a destination has if it keeps the newest message for each event and block, once everything sent has
   * arrived. Messages that were dropped before sending do not count.
   */
  async function believed(subscriptionId: string): Promise<string[]> {
    const words = new Map<string, string>()
    for (const { payload, status, attemptCount } of await sent(subscriptionId))
      if (status !== 'failed' || attemptCount > 0) words.set(`${payload.id} ${payload.blockHash}`, payload.status)
    return [...words].filter(([, status]) => status === 'success').map(([event]) => event)
  }

  /** The messages in the outbox, in sending order. */
  async function sent(subscriptionId?: string) {
    const rows = await workerCtx()
      .db.select()
      .from(webhookMessages)
      .where(subscriptionId ? eq(webhookMessages.destinationId, subscriptionId) : undefined)
      .orderBy(webhookMessages.id)
    return rows.map((row) => ({ ...row, payload: eventPayload.strict().parse(JSON.parse(row.body)) }))
  }

  return {
    /** The chain as the follower gets it. */
    get chain(): Chain {
      return chain
    },
    set chain(next: Chain) {
      chain = next
    },
    get node(): StubNode {
      return node
    },
    get world(): World {
      return world
    },
    get tenant() {
      return tenant
    },
    forgetAll,
    subscribe,
    turn,
    follow,
    followDepth,
    deliver,
    believed,
    sent,
    idsSent: async (subscriptionId?: string) => (await sent(subscriptionId)).map(({ payload }) => payload.id),
    subscriptionOf: async (id: string) => {
      const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
      return row
    },
  }
}
