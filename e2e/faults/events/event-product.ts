import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { alarms, chainBlocks, chainCursors, indexerSubscriptions } from '@/db/schema'
import type { Receiver } from '@/dev/testing/webhook-receiver'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { isTransient } from '@/server/alarms/is-transient'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { changeDepths } from '@/server/indexer/follow/change-depths'
import { type Follower, followChain, newFollower } from '@/server/indexer/follow/follow-chain'
import { listDepths } from '@/server/indexer/follow/read-depth'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { walletClient } from '@/server/testing/wallet-client'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'

const SUBSCRIPTIONS = '/v1/indexer/subscriptions'
const AS_INDEXER = { chainId: CHAIN_ID, consumer: 'indexer' } as const
const OWNER = 'this suite'
const MAX_TURNS = 400
const FAULT_PAUSE_MS = 25

/**
 * Runs the follower and the dispatcher of the product turn by turn, and reads what a receiver makes of their events.
 */
export async function openEventProduct(receiver: Receiver, contractAddress: string) {
  const client = await walletClient()
  const followers = new Map<number, Follower>()

  /**
   * Runs one turn of each depth; a turn that the nodes make impossible is repeated later. Returns whether more may be
   * read at once.
   */
  async function turn(): Promise<boolean> {
    const ctx = workerCtx()
    const chain = await findChain(CHAIN_ID)
    if (!chain) throw new Error('the chain is not served')
    await changeDepths(ctx, CHAIN_ID)
    let isMore = false
    for (const depth of await listDepths(ctx.db, CHAIN_ID)) {
      const follower = followers.get(depth) ?? newFollower()
      followers.set(depth, follower)
      const cursor = await claimCursor(ctx, { ...AS_INDEXER, depth }, { owner: OWNER, seconds: 60 })
      if (!cursor) throw new Error('somebody else follows the chain')
      const { turn } = await followChain(ctx, chain, cursor, follower).catch(async (error: unknown) => {
        if (!isTransient(error)) throw error
        await wait(FAULT_PAUSE_MS)
        return { turn: 'read' as const }
      })
      isMore ||= turn === 'read'
    }
    return isMore
  }

  return {
    client,
    turn,
    /** Delivers all events that were read to the receiver. */
    deliver: () => dispatchWebhooks(workerCtx()),
    /** Runs turns until nothing is left to be read. */
    async read(): Promise<void> {
      for (let turns = 0; turns < MAX_TURNS; turns++) if (!(await turn())) return
      throw new Error('the chain is never read to its end')
    },
    async subscribe(confirmations?: number): Promise<{ id: string; fromBlock: bigint; secret: string }> {
      const asked = { network: 'BASE', chainId: CHAIN_ID, contractAddress, events: ['transfer'], confirmations }
      const made = await client.post(SUBSCRIPTIONS, { ...asked, webhookUrl: receiver.url })
      const { id, signingSecret } = newIndexerSubscriptionView.parse(made.data)
      const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
      return { id, fromBlock: row?.fromBlock ?? 0n, secret: signingSecret }
    },
    async change(id: string, patch: object): Promise<void> {
      expect((await client.patch(`${SUBSCRIPTIONS}/${id}`, patch)).code).toBe(200)
    },
    /** The events that were delivered to a subscription, in order. */
    reported: (id: string) =>
      receiver.visits
        .map(({ body }) => eventPayload.parse(JSON.parse(body)))
        .filter((one) => one.subscriptionId === id),
    isFinalityBroken: async () =>
      (await workerCtx().db.$count(alarms, sql`kind = 'finality_broken' and closed_at is null`)) > 0,
    async forgetAll(): Promise<void> {
      const { db } = workerCtx()
      await releaseCursor(workerCtx(), AS_INDEXER, OWNER)
      await db.update(indexerSubscriptions).set({ deletedAt: new Date() })
      for (const table of [chainBlocks, chainCursors, alarms]) await db.delete(table)
      followers.clear()
      receiver.clear()
    },
  }
}
export type EventProduct = Awaited<ReturnType<typeof openEventProduct>>

/** The events that a receiver takes for true when it keeps the latest status of each event of a block. */
export function latestEvents(reported: ReturnType<EventProduct['reported']>): string[] {
  const words = new Map(reported.map(({ id, blockHash, status }) => [`${id} ${blockHash}`, status]))
  return [...words].filter(([, status]) => status === 'success').map(([event]) => event)
}
