import type { AbiEvent } from 'viem'
import type { chains, indexerLogs, indexerSubscriptions } from '@/db/schema'
import type { EventPayload, EventTypeView } from '@/schemas/indexer/catalog/contract'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import type { DeliveryDay, IndexerLogView } from '@/schemas/indexer/logs/contract'
import { type EventKey, isSolanaKey } from '@/schemas/indexer/words'
import { MS_PER_DAY } from '@/server/durations'
import { toListReply } from '@/server/paging'
import { EVENT_TEXTS } from './catalog/event-texts'
import { LAYOUTS } from './catalog/layouts'
import type { FoundEvent } from './follow/chain-reader'

export function toEventType(key: EventKey): EventTypeView {
  const layouts = LAYOUTS.filter(({ keys }) => keys.includes(key))
  return {
    key,
    description: EVENT_TEXTS[key],
    networks: isSolanaKey(key) ? ['EVM', 'SOLANA'] : ['EVM'],
    signatures: layouts.map(({ standard, event }) => ({ standard, signature: signatureOf(event) })),
  }
}

/** A list of everything, without pages. */
export function toWholeList<Row>(rows: Row[]) {
  return toListReply({ items: rows, total: rows.length, page: 1, limit: rows.length })
}

/** Hashes of zeros in the format of each family. */
const NO_HASHES = {
  evm: { transaction: `0x${'0'.repeat(64)}`, block: `0x${'0'.repeat(64)}` },
  solana: { transaction: '1'.repeat(64), block: '1'.repeat(32) },
}

type Chain = Pick<typeof chains.$inferSelect, 'code' | 'chainType' | 'confirmations'>
/** A subscription with its chain. */
export type IndexerSubscriptionRow = { subscription: typeof indexerSubscriptions.$inferSelect; chain: Chain }

/** Throws for a row that cannot be read. */
export function toIndexerSubscription({
  subscription,
  chain,
}: Pick<IndexerSubscriptionRow, 'subscription'> & {
  chain: Pick<Chain, 'code' | 'confirmations'>
}): IndexerSubscriptionView {
  return {
    id: subscription.id,
    projectId: subscription.projectId,
    network: chain.code,
    chainId: subscription.chainId,
    contractAddress: subscription.contractAddress,
    webhookUrl: subscription.webhookUrl,
    events: subscription.events,
    status: subscription.status,
    confirmations: subscription.confirmations ?? chain.confirmations,
    pausedBecause: subscription.pausedBecause,
    createdBy: subscription.createdBy,
    createdAt: subscription.createdAt.toISOString(),
    updatedAt: subscription.updatedAt.toISOString(),
    lastDeliveryAt: subscription.lastDeliveryAt?.toISOString() ?? null,
    deliveredCount: subscription.deliveredCount,
    failedCount: subscription.failedCount,
    droppedCount: subscription.droppedCount,
    undecodableCount: subscription.undecodableCount,
  }
}

/** `body`: the body of its message; null once it is deleted. Throws if the row cannot be read. */
export function toIndexerLog({
  log,
  body,
}: {
  log: typeof indexerLogs.$inferSelect
  body: string | null
}): IndexerLogView {
  const payload: unknown = body === null ? {} : JSON.parse(body)
  return {
    id: log.id,
    projectId: log.projectId,
    subscriptionId: log.subscriptionId,
    network: log.network,
    chainId: log.chainId,
    contractAddress: log.contractAddress,
    eventType: log.eventType,
    eventId: log.eventId,
    transactionHash: log.transactionHash,
    webhookUrl: log.webhookUrl,
    status: log.status,
    httpStatus: log.httpStatus,
    error: log.error,
    isReplay: log.isReplay,
    replayOf: log.replayOf,
    payload: Object(payload),
    createdAt: log.createdAt.toISOString(),
    updatedAt: log.createdAt.toISOString(),
  }
}

/** `day`: days since 1970-01-01 (UTC). */
export function toDeliveryDay({ day, ...counts }: { day: number; delivered: number; failed: number }): DeliveryDay {
  return { date: new Date(day * MS_PER_DAY).toISOString().slice(0, 10), ...counts }
}

/** The body of an event as it is signed and sent (spec 6.2). */
export function toEventBody({ code, chainId }: { code: string; chainId: number }, event: FoundEvent): string {
  const { subscription, block } = event
  const payload: EventPayload = {
    id: event.eventId,
    network: code,
    contractAddress: subscription.contractAddress,
    eventType: event.eventType,
    transactionHash: event.transactionHash,
    blockNumber: Number(block.number),
    from: event.from,
    to: event.to,
    amount: event.amount,
    status: 'success',
    timestamp: Number(block.timestamp) * 1_000,
    decoded: event.decoded,
    chainId,
    blockHash: block.hash,
    subscriptionId: subscription.id,
  }
  return JSON.stringify(payload)
}

/** The body of a test event, which never happened. */
export function toTestBody(
  { subscription, chain }: { subscription: IndexerSubscriptionRow['subscription']; chain: Pick<Chain, 'code'> },
  { messageId, now }: { messageId: string; now: Date },
): string {
  const none = NO_HASHES[chain.code === 'SOL' ? 'solana' : 'evm']
  const payload: EventPayload = {
    id: `test:${messageId}`,
    network: chain.code,
    contractAddress: subscription.contractAddress,
    eventType: 'test',
    transactionHash: none.transaction,
    blockNumber: 0,
    from: subscription.contractAddress,
    to: subscription.contractAddress,
    amount: '0',
    status: 'success',
    timestamp: now.getTime(),
    decoded: {},
    chainId: subscription.chainId,
    blockHash: none.block,
    subscriptionId: subscription.id,
  }
  return JSON.stringify(payload)
}

/** The signature of an event, as Solidity declares it and as a subscription may name it. */
function signatureOf({ name, inputs }: AbiEvent): string {
  const declared = inputs.map((input) => [input.type, ...(input.indexed ? ['indexed'] : []), input.name].join(' '))
  return `event ${name}(${declared.join(', ')})`
}
