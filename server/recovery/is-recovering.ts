import { isNull, type SQL, sql } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { recoveries } from '@/db/schema'
import type { RecoveryCause } from '@/schemas/recovery/words'
import { cached } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { type ApiError, refusal } from '@/server/errors'
import { isKnownDatabase, type KnownDatabase, knownDatabase } from './known-database'
import { noStepDue } from './steps'

const RETRY_AFTER_SECONDS = 60

const open = cached('recovery', async () => {
  const rows = await workerCtx()
    .db.select({ id: recoveries.id })
    .from(recoveries)
    .where(isNull(recoveries.leftAt))
    .limit(1)
  return rows.length > 0
})

/**
 * Whether the database may be older than its chains. Processes are notified of a change at once, and check every 10 s
 * in any case.
 */
export function isRecovering(): Promise<boolean> {
  return open('')
}

/** Throws recovering (503, with `retryAfter`). */
export async function requireNotRecovering(): Promise<void> {
  if (await isRecovering()) throw recovering()
}

/** The error that is thrown while the platform recovers. */
export function recovering(): ApiError {
  return refusal('recovering', { retryAfter: RETRY_AFTER_SECONDS })
}

/** A recovery that has to begin. */
export type DueRecovery = { cause: Exclude<RecoveryCause, 'stopped'>; message: string }

type Start = { isAwaited: boolean; due: DueRecovery | null; uncompared: Set<number> }
const start = () =>
  oncePerProcess('restore-check', (): Start => ({ isAwaited: false, due: null, uncompared: new Set() }))

/**
 * Holds what this process would send until `endRestoreCheck`: at its start it is unknown whether the database was
 * restored.
 */
export function awaitRestoreCheck(): void {
  start().isAwaited = true
}

/** Nothing is sent on the chains that did not answer yet, until `recordCompared`. */
export function endRestoreCheck(uncompared: readonly number[] = []): void {
  start().uncompared = new Set(uncompared)
  start().isAwaited = false
}

/** Holds what this process would send until a recovery that has to begin is open, also where `open` fails. */
export async function holdUntilOpen<T>(due: DueRecovery, open: () => Promise<T>): Promise<T> {
  start().due = due
  const opened = await open()
  start().due = null
  return opened
}

/** The recovery that this process could not open; null if there is none. */
export function dueRecovery(): DueRecovery | null {
  return start().due
}

/** The chains that this process could not compare with the database since its start. */
export function uncomparedChains(): ReadonlySet<number> {
  return start().uncompared
}

export function recordCompared(chainId: number): void {
  start().uncompared.delete(chainId)
}

/** Whether the engine may sign and send now: anything, or on this chain. */
export async function canSend(chainId?: number): Promise<boolean> {
  return !isHeld(chainId) && !(await isRecovering())
}

/** Whether this process does not know yet if the database is older than its chains, or than this chain. */
export function isHeld(chainId?: number): boolean {
  const { isAwaited, due, uncompared } = start()
  return isAwaited || due !== null || (chainId !== undefined && uncompared.has(chainId))
}

/** This process reads the state again: it wrote the row itself. */
export function forgetRecovery(): void {
  open.forget()
}

/**
 * For statements that claim work or store signatures: true if no recovery is open and the database is the known one, at
 * the time of the statement and without a cache.
 */
export function maySend(known: KnownDatabase = knownDatabase()): SQL {
  return sql`(not exists (select from ${recoveries} where ${recoveries.leftAt} is null) and ${isKnownDatabase(known)})`
}

/**
 * For statements that take something that must never be given twice, such as an address index: true if the database is
 * the known one, and a restored database has skipped values that may have been used since its backup.
 */
export function mayTake(): SQL {
  return sql`(${isKnownDatabase()} and ${noStepDue('recovery-prepared')})`
}

/** Throws recovering (503, with `retryAfter`) if the process has not yet compared the database at its start. */
export function requireKnownDatabase(): void {
  if (start().isAwaited && knownDatabase().epoch === null) throw recovering()
}
