import type { approvals, requestLog, TransactionRow, transactionAttempts } from '@/db/schema'
import type { TimelineView } from '@/schemas/transactions/detail/contract'
import { LIFECYCLE_EVENT_KINDS, type LifecycleEvent } from '@/schemas/transactions/life/contract'
import { exactMoney } from '@/server/money/display-amount'
import { formatUsd } from '@/server/money/usd'

type Attempt = typeof transactionAttempts.$inferSelect
type Journal = { id: string; kind: string; createdAt: Date; reservedUnits: string; gasUnits: string }
type Delivery = {
  messageId: string
  kind: string
  url: string
  queuedAt: Date
  attemptId: string | null
  number: number | null
  httpStatus: number | null
  error: string | null
  latencyMs: number | null
  at: Date | null
}

/** The rows that a time axis is made of. */
export type LifeRows = {
  row: TransactionRow
  context: {
    status: 'active' | 'suspended' | null
    businessStatus: 'active' | 'suspended'
    blockedReason: string | null
    blockedSince: Date | null
    blockedCount: number | null
    notBefore: Date | null
  }
  approval: typeof approvals.$inferSelect | null
  /** The display name of the person who decided. */
  decider: string | null
  request: Pick<typeof requestLog.$inferSelect, 'id' | 'method' | 'path' | 'status' | 'durationMs' | 'createdAt'> | null
  attempts: readonly Attempt[]
  journals: readonly Journal[]
  messages: readonly Delivery[]
  userRequests: TimelineView['requests']
  /** The policies that were applied to it; null in `projectId` is the policy of the business. */
  ruled: readonly { projectId: string | null }[]
}

/** A moment before its defaults. */
type Draft = Pick<LifecycleEvent, 'id' | 'kind' | 'title'> & { at: Date | null } & Partial<Omit<LifecycleEvent, 'at'>>

/** Everything that happened to a transaction, oldest first. */
export function toLifecycleEvents(rows: LifeRows): LifecycleEvent[] {
  const drafts = [
    ...requestMoments(rows),
    ...policyMoments(rows),
    ...rows.journals.map(journalMoment),
    { id: 'accepted', kind: 'accepted' as const, at: rows.row.createdAt, title: acceptedTitle(rows.row) },
    ...approvalMoments(rows),
    ...rows.userRequests.map(requestMoment),
    ...rows.attempts.flatMap(attemptMoments),
    ...chainMoments(rows.row),
    ...rows.messages.map(deliveryMoment),
  ]
  return drafts.flatMap((draft) => toMoment(draft)).toSorted(byTime)
}

function toMoment({ at, ...draft }: Draft): LifecycleEvent[] {
  if (!at) return []
  return [{ durationMs: null, detail: null, tone: 'done', row: null, ...draft, at: at.toISOString() }]
}

function byTime(a: LifecycleEvent, b: LifecycleEvent): number {
  return a.at.localeCompare(b.at) || LIFECYCLE_EVENT_KINDS.indexOf(a.kind) - LIFECYCLE_EVENT_KINDS.indexOf(b.kind)
}

function acceptedTitle({ status, stage, signedAt }: TransactionRow): string {
  return status === 'FAILED' && stage === 'final' && signedAt === null ? 'Recorded' : 'Accepted'
}

function requestMoments({ request }: LifeRows): Draft[] {
  if (!request) return []
  const { id, method, path, status, durationMs, createdAt } = request
  return [
    {
      id: 'request',
      kind: 'request',
      at: createdAt,
      durationMs,
      title: `${method} ${path}`,
      detail: `Returned ${status}`,
      tone: status < 400 ? 'done' : 'failed',
      row: { kind: 'request', id },
    },
  ]
}

function policyMoments({ row, approval, ruled }: LifeRows): Draft[] {
  const base = { id: 'policy', kind: 'policy', at: row.createdAt, row: { kind: 'policy' } } as const
  if (approval) return [{ ...base, title: 'Policy: needs approval', detail: approval.reason, tone: 'info' }]
  if (ruled.length === 0) return []
  const scopes = ruled.map(({ projectId }) => (projectId === null ? 'the business' : 'the project'))
  return [{ ...base, title: 'Policy: allowed', detail: `By the policy of ${scopes.toSorted().join(' and of ')}` }]
}

const JOURNAL_TITLES: Record<string, string> = {
  hold: 'Gas held',
  raise: 'Gas hold raised',
  settle: 'Gas charged',
  release: 'Gas hold released',
}

function journalMoment({ id, kind, createdAt, reservedUnits, gasUnits }: Journal): Draft {
  const moved = kind === 'settle' && gasUnits !== '0' ? gasUnits : reservedUnits
  const usd = formatUsd(BigInt(moved) < 0n ? -BigInt(moved) : BigInt(moved))
  const isEnd = kind === 'settle' || kind === 'release'
  return {
    id: `journal ${id}`,
    kind: isEnd ? 'settled' : 'hold',
    at: createdAt,
    title: JOURNAL_TITLES[kind] ?? kind,
    detail: exactMoney(usd, 'USD'),
    row: { kind: 'balance' },
  }
}

const DECISIONS = { approved: 'Approved', rejected: 'Rejected', expired: 'Approval expired' } as const

function approvalMoments({ approval, decider }: LifeRows): Draft[] {
  if (!approval || approval.status === 'pending') return []
  const { status, decidedAt, note } = approval
  const title = `${DECISIONS[status]}${decider ? ` by ${decider}` : ''}`
  const tone = status === 'approved' ? 'done' : 'failed'
  return [{ id: 'decision', kind: 'approval', at: decidedAt, title, detail: note, tone, row: { kind: 'approvals' } }]
}

function requestMoment({ kind, by, at, reason }: LifeRows['userRequests'][number]): Draft {
  const title = `${kind === 'cancel' ? 'Cancel' : 'Speed-up'} requested by ${by}`
  return {
    id: `asked ${kind} ${at}`,
    kind: 'asked',
    at: new Date(at),
    title,
    detail: reason || null,
    tone: 'info',
  }
}

const SIGNED_TITLES = {
  first: 'Signed',
  bump: 'Signed again with a higher fee',
  cancel: 'Signed a cancellation',
  resign: 'Signed again after expiry',
  found: 'Found on chain',
} satisfies Record<Attempt['reason'], string>

const SENT_TITLES = {
  unsent: 'Sent',
  accepted: 'Accepted by the chain',
  rejected: 'Rejected by the chain',
  unknown: 'Sent, answer unknown',
} satisfies Record<Attempt['outcome'], string>

function attemptMoments({ id, nonce, reason, outcome, outcomeDetail, ...rest }: Attempt): Draft[] {
  const { answers, sends, createdAt, lastSentAt } = rest
  const nodes = answers.map(({ endpoint, outcome, detail }) => `${endpoint}: ${outcome}${detail ? ` (${detail})` : ''}`)
  const often = sends > 1 ? [`sent ${sends} times, this is the last`] : []
  const details = [...(nodes.length > 0 ? nodes : outcomeDetail ? [outcomeDetail] : []), ...often]
  return [
    {
      id: `signed ${id}`,
      kind: 'signed',
      at: createdAt,
      title: SIGNED_TITLES[reason],
      detail: nonce === null ? null : `Nonce ${nonce}`,
    },
    {
      id: `sent ${id}`,
      kind: 'sent',
      at: sends > 0 ? lastSentAt : null,
      title: SENT_TITLES[outcome],
      detail: details.join(' · ') || null,
      tone: outcome === 'rejected' ? 'failed' : outcome === 'unknown' ? 'info' : 'done',
    },
  ]
}

function chainMoments(row: TransactionRow): Draft[] {
  const isFailed = row.status === 'FAILED'
  const isMined = row.minedAt !== null
  const reverted = row.receiptSucceeded === false
  const block = row.blockNumber === null ? null : `Block ${row.blockNumber}`
  const end = isFailed ? 'Failed' : 'Final'
  return [
    {
      id: 'mined',
      kind: 'mined',
      at: row.minedAt,
      title: reverted ? 'Mined, reverted' : 'Mined',
      detail: block,
      tone: reverted ? 'failed' : 'done',
    },
    {
      id: 'final',
      kind: 'confirmed',
      at: row.finalAt,
      title: isMined && !isFailed ? 'Confirmed, final' : end,
      detail: row.error,
      tone: isFailed ? 'failed' : 'done',
    },
  ]
}

function deliveryMoment({
  messageId,
  kind,
  url,
  queuedAt,
  attemptId,
  number,
  httpStatus,
  error,
  latencyMs,
  at,
}: Delivery): Draft {
  const row = { kind: 'webhook', id: messageId } as const
  const host = hostOf(url)
  if (attemptId === null || at === null) {
    const id = `queued ${messageId}`
    return {
      id,
      kind: 'webhook',
      at: queuedAt,
      title: `Webhook ${kind} queued`,
      detail: host && `To ${host}`,
      tone: 'info',
      row,
    }
  }
  const isTaken = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  const result = httpStatus === null ? (error ?? 'No response') : `Returned ${httpStatus}`
  return {
    id: `delivery ${attemptId}`,
    kind: 'webhook',
    at: latencyMs === null ? at : new Date(at.getTime() - latencyMs),
    durationMs: latencyMs,
    title: `Webhook attempt ${number}`,
    detail: host ? `${result} · ${host}` : result,
    tone: isTaken ? 'done' : 'failed',
    row,
  }
}

/** Null for a URL that is not shown. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}
