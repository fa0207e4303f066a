import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { expediteCrons } from '@/e2e/faults/expedite-crons'
import { patience } from '@/e2e/faults/patience'
import type { FaultBank } from '@/e2e/faults/stack/fault-bank'
import { paidTransfers } from './check-payments'

const SETTLED_WITHIN_MS = 90_000
/** The interval at which jobs of the minute run instead: a run has no minutes to wait. */
const EXPEDITE_EVERY_MS = 500

/** Whether the awaited state is reached. */
type IsDone = () => Promise<boolean>

/** The shortest time between two starts of the jobs: a job that is woken while it runs starts again. */
const JOBS_EVERY_MS = 1_000

/**
 * Runs the jobs that the next minute or the time of a poll would start, until a state is reached. Returns false if
 * that takes too long.
 */
export async function expediteUntil(sql: Sql, bank: FaultBank, isDone: IsDone): Promise<boolean> {
  const deadline = Date.now() + patience(SETTLED_WITHIN_MS)
  let jobsAt = 0
  while (Date.now() < deadline) {
    if (await isDone().catch(() => false)) return true
    const isJobs = Date.now() >= jobsAt
    if (isJobs) jobsAt = Date.now() + JOBS_EVERY_MS
    await expedite(sql, bank, isJobs).catch(() => {})
    await pause(EXPEDITE_EVERY_MS)
  }
  return false
}

async function expedite(sql: Sql, bank: FaultBank, isJobs: boolean): Promise<void> {
  const unknown = await missing(sql, bank)
  const nameless = await isNameless(sql, unknown)
  await sql`update provider_events set next_attempt_at = now() where state = 'STORED' and next_attempt_at > now() + interval '2 s'`
  // Lets time pass since a process left them.
  await sql`update payments p set created_at = created_at - interval '31 s' where status = 'PENDING' and created_at > now() - interval '30 s'
    and exists (select from deposit_accounts a where a.payment_id = p.id and a.status = 'OPENING')`
  await sql`update deposit_accounts a set next_poll_at = now() from payments p
    where p.id = a.payment_id and a.next_poll_at is not null and a.provider = 'sandbox'
      and (a.reference = any(${unknown.flatMap(({ reference }) => reference ?? [])})
        or (p.status = 'PENDING' and p.expiry_at < now() and (a.polled_at is null or a.polled_at < p.expiry_at)))`
  await sql`update payment_refunds set next_attempt_at = now() where state = 'PROCESSING' and next_attempt_at > now() + interval '2 s'`
  if (!isJobs) return
  const jobs = ['%keep-payments', '%sweep', ...(nameless ? ['%reconcile-providers'] : [])]
  await expediteCrons(sql, jobs)
}

/**
 * Whether a missing transfer went to an account that is not in the database: nobody opened it, or a restored backup has
 * lost it.
 */
async function isNameless(sql: Sql, unknown: Awaited<ReturnType<typeof missing>>): Promise<boolean> {
  const references = new Set(unknown.map(({ reference }) => reference ?? ''))
  const rows = await sql`select reference from deposit_accounts where reference = any(${[...references]})`
  return rows.length < references.size
}

async function missing(sql: Sql, bank: FaultBank) {
  const rows = await sql<
    { txn: string }[]
  >`select provider_txn_id as txn from payment_receipts where provider = 'sandbox'`
  const known = new Set(rows.map(({ txn }) => txn))
  return paidTransfers(bank).filter(({ id }) => !known.has(id))
}

/** Whether all transfers of the bank are known here. */
export function allArrived(sql: Sql, bank: FaultBank): IsDone {
  return async () => (await missing(sql, bank)).length === 0
}

/**
 * Whether no payment waits, no account is still being opened, no refund is under way, and every event of the bank is
 * processed.
 */
export function isEverythingSettled(sql: Sql): IsDone {
  return async () => {
    const [row] = await sql<{ left: number }[]>`
      select ((select count(*) from payments where status = 'PENDING') + (select count(*) from provider_events where state = 'STORED')
        + (select count(*) from deposit_accounts where status = 'OPENING')
        + (select count(*) from payment_refunds where state = 'PROCESSING'))::int as left`
    return row?.left === 0
  }
}

/** Lets half an hour pass for waiting payments: their quotes are over, with their grace. */
export async function endQuotes(sql: Sql): Promise<void> {
  await sql`update deposit_accounts a set expiry_at = now() - interval '11 min' from payments p where p.id = a.payment_id and p.status = 'PENDING'`
  await sql`update payments set expiry_at = now() - interval '11 min' where status = 'PENDING'`
}

/** Lets a month pass for the plans of a product, so that each is at its end. Returns their number. */
export async function endPeriods(sql: Sql, productId: number): Promise<number> {
  const ended = await sql`
    update subscriptions set start_date = start_date - (end_date - now()), end_date = now()
    where product_id = ${productId} and status = 'ACTIVE' and ahead = '[]' and end_date > now() returning id`
  return ended.length
}

/** Whether every plan that ended is renewed, past due or over. */
export function periodsEnded(sql: Sql, productId: number): IsDone {
  return async () => {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from subscriptions where product_id = ${productId} and status = 'ACTIVE' and end_date <= now()`
    return row?.left === 0
  }
}
