import type { TransactionRow } from '@/db/schema'
import { LIFECYCLE_EVENT_KINDS, type LifecycleEvent } from '@/schemas/transactions/life/contract'
import { exactMoney } from '@/server/money/display-amount'
import { formatUsd } from '@/server/money/usd'
import { attemptEvents } from './attempt-events'
import { deliveryEvent } from './delivery-event'
import type { EventDraft, JournalRow, LifeRows } from './life-rows'

/** Everything that happened to a transaction, oldest first. */
export function toLifecycleEvents(rows: LifeRows): LifecycleEvent[] {
  const drafts = [
    ...callEvents(rows),
    ...policyEvents(rows),
    ...rows.journals.map(journalEvent),
    { id: 'accepted', kind: 'accepted' as const, at: rows.row.createdAt, title: acceptedTitle(rows.row) },
    ...approvalEvents(rows),
    ...rows.userRequests.map(userRequestEvent),
    ...rows.attempts.flatMap(attemptEvents),
    ...chainEvents(rows.row),
    ...rows.messages.map(deliveryEvent),
  ]
  return drafts.flatMap((draft) => withDefaults(draft)).toSorted(byTime)
}

function withDefaults({ at, ...draft }: EventDraft): LifecycleEvent[] {
  if (!at) return []
  return [{ durationMs: null, detail: null, tone: 'done', row: null, ...draft, at: at.toISOString() }]
}

function byTime(a: LifecycleEvent, b: LifecycleEvent): number {
  return a.at.localeCompare(b.at) || LIFECYCLE_EVENT_KINDS.indexOf(a.kind) - LIFECYCLE_EVENT_KINDS.indexOf(b.kind)
}

function acceptedTitle({ status, stage, signedAt }: TransactionRow): string {
  return status === 'FAILED' && stage === 'final' && signedAt === null ? 'Recorded' : 'Accepted'
}

function callEvents({ request }: LifeRows): EventDraft[] {
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

function policyEvents({ row, approval, ruled }: LifeRows): EventDraft[] {
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

function journalEvent({ id, kind, createdAt, reservedUnits, gasUnits }: JournalRow): EventDraft {
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

function approvalEvents({ approval, decider }: LifeRows): EventDraft[] {
  if (!approval || approval.status === 'pending') return []
  const { status, decidedAt, note } = approval
  const title = `${DECISIONS[status]}${decider ? ` by ${decider}` : ''}`
  const tone = status === 'approved' ? 'done' : 'failed'
  return [{ id: 'decision', kind: 'approval', at: decidedAt, title, detail: note, tone, row: { kind: 'approvals' } }]
}

function userRequestEvent({ kind, by, at, reason }: LifeRows['userRequests'][number]): EventDraft {
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

function chainEvents(row: TransactionRow): EventDraft[] {
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
