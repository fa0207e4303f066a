import { eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, tokenPayouts, tokens } from '@/db/schema'
import type { OperationKind } from '@/schemas/tokens/words'
import type { ProjectEventKind } from '@/schemas/webhooks/words'
import { type CouponEvent, toCouponData } from '@/server/tokens/payouts/publish-coupon-events'
import { toTokenView } from '@/server/tokens/view'
import { findListeners } from '@/server/webhooks/destinations/find-listeners'
import { type OutgoingEvent, toEndpointMessages } from '@/server/webhooks/destinations/publish-events'
import { enqueueMessages, type NewMessage } from '@/server/webhooks/enqueue-messages'
import type { OperationRow } from './plan'
import { readOperations } from './read-operations'

/**
 * The event of a successful operation by kind; null for none. A coupon is reported when its state on chain changes,
 * also to the URL of its request.
 */
const KINDS: Record<OperationKind, ProjectEventKind | null> = {
  DEPLOY: 'token.deployed',
  MINT: 'token.minted',
  BURN: 'token.burned',
  TRANSFER: 'token.transferred',
  PAUSE: 'token.paused',
  UNPAUSE: 'token.unpaused',
  REGISTER: null,
  REMOVE: null,
  FREEZE: null,
  PAY_COUPON: null,
  CALL: 'token.called',
}

/**
 * Writes the outcomes of ended operations to the outbox, for the `webhookUrl` of each request and for the webhook
 * endpoints of the project. Call it in the transaction that ends them. Returns the number of messages; the caller wakes
 * the dispatcher after the commit.
 */
export async function publishOperationEvents(db: Database, rows: readonly OperationRow[], now: Date): Promise<number> {
  const ended = rows.flatMap((row) => {
    const kind = row.status === 'FAILED' ? ('token.failed' as const) : KINDS[row.kind]
    return kind === null ? [] : [{ row, kind }]
  })
  const paid = await toPaidEvents(db, rows)
  if (ended.length === 0 && paid.length === 0) return 0
  const tokenRows = await db
    .select({ token: tokens, chain: chains })
    .from(tokens)
    .innerJoin(chains, eq(chains.chainId, tokens.chainId))
    .where(inArray(tokens.id, [...new Set(ended.map(({ row }) => row.tokenId))]))
  const byId = new Map(tokenRows.map(({ token, chain }) => [token.id, toTokenView(token, { chain, txHash: null })]))
  const toView = await readOperations(db, rows, { withItems: true })
  const events = ended.map(({ row, kind }) => {
    const view = toView(row)
    const deployed = byId.get(row.tokenId)
    const data = kind === 'token.deployed' && deployed ? { ...deployed, txHash: view.txHash } : view
    return { row, event: toOutgoingEvent({ row, kind, data }, now) }
  })
  const requestMessages = [
    ...events,
    ...paid.map((one) => ({ row: one.row, event: toOutgoingEvent(one, now) })),
  ].flatMap(toRequestMessages)
  const own = events.map(({ event }) => event)
  const listeners = await findListeners(db, own)
  return enqueueMessages(db, [...requestMessages, ...(await toEndpointMessages(db, listeners, own))], now)
}

function toOutgoingEvent(
  { row, kind, data }: { row: OperationRow; kind: ProjectEventKind; data: unknown },
  now: Date,
): OutgoingEvent {
  const { businessId, projectId, id, tokenId, traceContext } = row
  const body = JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
  const eventRef = { businessId, projectId, kind, source: 'token', sourceId: id } as const
  return { ...eventRef, body: () => body, orderKey: `token ${tokenId}`, traceContext }
}

/** The message for the `webhookUrl` of the request; none if it had no URL. */
function toRequestMessages({ row, event }: { row: OperationRow; event: OutgoingEvent }): NewMessage[] {
  if (!row.webhookUrl) return []
  const keySource = row.webhookOwnSecret ? ('request' as const) : ('project' as const)
  return [{ ...event, body: event.body(), destinationId: null, url: row.webhookUrl, scheme: 'standard', keySource }]
}

type PaidEvent = { row: OperationRow; kind: CouponEvent['kind']; data: ReturnType<typeof toCouponData> }

/**
 * The messages for the `webhookUrl` of requests that paid a coupon, with its current state. It is only FUNDED while
 * some holders are unpaid, such as frozen ones on Solana.
 */
async function toPaidEvents(db: Database, rows: readonly OperationRow[]): Promise<PaidEvent[]> {
  const payments = rows.filter(
    ({ kind, status, webhookUrl }) => kind === 'PAY_COUPON' && status === 'COMPLETED' && webhookUrl,
  )
  const ids = payments.flatMap(({ payoutId }) => payoutId ?? [])
  if (ids.length === 0) return []
  const found = await db
    .select({ payout: tokenPayouts, token: tokens })
    .from(tokenPayouts)
    .innerJoin(tokens, eq(tokens.id, tokenPayouts.tokenId))
    .where(inArray(tokenPayouts.id, ids))
  const byId = new Map(found.map((one) => [one.payout.id, one]))
  return payments.flatMap((row) => {
    const one = byId.get(row.payoutId ?? '')
    if (!one) return []
    const kind = one.payout.status === 'PAID' ? ('token.coupon.paid' as const) : ('token.coupon.funded' as const)
    return [{ row, kind, data: toCouponData(one.payout, one.token) }]
  })
}
