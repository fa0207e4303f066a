import type { AbiEvent } from 'viem'
import type { chains, indexerSubscriptions } from '@/db/schema'
import { EVENT_TEXTS } from './catalog/event-texts'
import { LAYOUTS } from './catalog/layouts'
import type { EventTypeView, IndexerSubscriptionView } from './contract'
import { type EventKey, isSolanaKey } from './words'

export function toEventType(key: EventKey): EventTypeView {
  const layouts = LAYOUTS.filter(({ keys }) => keys.includes(key))
  return {
    key,
    description: EVENT_TEXTS[key],
    networks: isSolanaKey(key) ? ['EVM', 'SOLANA'] : ['EVM'],
    signatures: layouts.map(({ standard, event }) => ({ standard, signature: signatureOf(event) })),
  }
}

/** A list that is shown whole. */
export function toWholeList<Row>(rows: Row[]) {
  return { data: rows, meta: toListMeta({ total: rows.length, page: 1, limit: rows.length }) }
}

export function toListMeta({ total, page, limit }: { total: number; page: number; limit: number }) {
  return { total, page, limit, totalPages: Math.max(1, Math.ceil(total / limit)) }
}

type Chain = Pick<typeof chains.$inferSelect, 'code' | 'chainType'>
/** A subscription with the chain it is of. */
export type IndexerSubscriptionRow = { subscription: typeof indexerSubscriptions.$inferSelect; chain: Chain }

export function toIndexerSubscription({
  subscription,
  chain,
}: Pick<IndexerSubscriptionRow, 'subscription'> & { chain: Pick<Chain, 'code'> }): IndexerSubscriptionView {
  return {
    id: subscription.id,
    projectId: subscription.projectId,
    network: chain.code,
    chainId: subscription.chainId,
    contractAddress: subscription.contractAddress,
    webhookUrl: subscription.webhookUrl,
    events: subscription.events,
    status: subscription.status,
    createdBy: subscription.createdBy,
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
    lastDeliveryAt: subscription.lastDeliveryAt?.toISOString() ?? null,
    deliveredCount: subscription.deliveredCount,
    failedCount: subscription.failedCount,
    droppedCount: subscription.droppedCount,
  }
}

/** As contracts declare it, and as a subscription may name it. */
function signatureOf({ name, inputs }: AbiEvent): string {
  const declared = inputs.map((input) => [input.type, ...(input.indexed ? ['indexed'] : []), input.name].join(' '))
  return `event ${name}(${declared.join(', ')})`
}
