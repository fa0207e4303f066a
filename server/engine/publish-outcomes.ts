import { EventEmitter } from 'node:events'
import type { Database } from '@/db/client'
import { oncePerProcess } from '@/db/once-per-process'
import type { TransactionRow } from '@/db/schema'
import type { OutcomeKind, TransactionView } from '@/schemas/transactions/contract'
import type { TransactionType } from '@/schemas/transactions/words'
import { onStopping } from '@/server/waking/stopping'
import { findListeners, listenersTo } from '@/server/webhooks/destinations/find-listeners'
import { toEndpointMessages } from '@/server/webhooks/destinations/publish-events'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'

/** The first part of the event types of each transaction type (spec 6.1); null if no event is sent. */
const PREFIXES = {
  TRANSFER: 'wallet.transfer',
  SIGN: 'wallet.sign',
  DEPLOY: null,
  TOKEN_OPERATION: null,
  SWEEP: 'wallet.sweep',
  FLOAT_RETURN: null,
  GAS_TOPUP: null,
  DELEGATE: null,
} as const satisfies Record<TransactionType, string | null>

/** The event type, for example `wallet.transfer.completed`; null for transactions without events. */
function outcomeKind({ type, status }: TransactionRow): OutcomeKind | null {
  const prefix = PREFIXES[type]
  if (status === 'PENDING' || prefix === null) return null
  return `${prefix}.${status === 'COMPLETED' ? 'completed' : 'failed'}`
}

type Ended = {
  rows: readonly TransactionRow[]
  /** Views of the transactions that have a destination, in their order; most have none. */
  viewsOf: (rows: readonly TransactionRow[]) => Promise<TransactionView[]>
}

/**
 * Writes the outcomes of transactions to the outbox, once and with one body: for the `webhookUrl` of the request, and
 * for the webhook endpoints of the project. Run it in the database transaction that ends them. Returns the number of
 * messages.
 */
export async function publishOutcomes(db: Database, { rows, viewsOf }: Ended, now: Date): Promise<number> {
  const outcomes = rows.flatMap((row) => {
    const kind = outcomeKind(row)
    return kind && row.projectId ? [{ ...row, row, kind, projectId: row.projectId }] : []
  })
  const listeners = await findListeners(db, outcomes)
  const published = outcomes.filter((outcome) => outcome.webhookUrl || listenersTo(listeners, outcome).length > 0)
  if (published.length === 0) return 0
  const views = await viewsOf(published.map(({ row }) => row))
  const events = published.map(({ businessId, projectId, id, kind, traceContext }, n) => {
    const body = JSON.stringify({ type: kind, timestamp: now.toISOString(), data: views[n] })
    return {
      businessId,
      projectId,
      kind,
      source: 'transaction',
      sourceId: id,
      body: () => body,
      orderKey: null,
      traceContext,
    } as const
  })
  const requestMessages = published.flatMap(({ webhookUrl: url, webhookOwnSecret }, n) => {
    const event = events[n]
    if (!url || !event) return []
    const keySource = webhookOwnSecret ? ('request' as const) : ('project' as const)
    return [{ ...event, body: event.body(), destinationId: null, url, scheme: 'standard' as const, keySource }]
  })
  return enqueueMessages(db, [...requestMessages, ...(await toEndpointMessages(db, listeners, events))], now)
}

/** Notifies waiting requests of this process that a transaction ended. A hint only: the row is the truth. */
const signal = () => oncePerProcess('outcomes', () => new EventEmitter().setMaxListeners(0))

/** Wakes the requests of this process that wait for one of these transactions. */
export function announceOutcomes(transactionIds: readonly string[]): void {
  for (const id of transactionIds) signal().emit(id)
}

/** Resolves when the outcome is announced, after `timeoutMs`, or when the process shuts down. */
export function outcomeOrTimeout(transactionId: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      forgetStop()
      signal().off(transactionId, done)
      resolve()
    }
    const timer = setTimeout(done, timeoutMs)
    const forgetStop = onStopping(done)
    signal().once(transactionId, done)
  })
}
