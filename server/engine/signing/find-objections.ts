import { and, eq, inArray } from 'drizzle-orm'
import { LeaseLostError } from '@/db/lease'
import { policies } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { intentOf } from '@/server/policies/intent-of'
import { judgeIntent } from '@/server/policies/judge-intent'
import { recovering } from '@/server/recovery/is-recovering'
import { findBlockedRows } from '@/server/screening/find-blocked'
import type { Allowance } from './allowance'
import { isNonceTaken } from './is-nonce-taken'

/**
 * The facts about a transaction that are checked before it is signed; `replaces` is the signature of the expired
 * attempt.
 */
type SigningFacts = {
  id: string
  businessId: string
  walletId: string
  laneWalletId: string
  toAddress: string
  callData: string | null
  amountUnits: bigint
  allowance: Allowance
  replaces?: string | null
}
type Policy = typeof policies.$inferSelect

/**
 * The reason why transactions may not be signed as their rows are now, by id. The error is a LeaseLostError if the
 * reason is temporary. Throws recovering.
 */
export async function findObjections(
  ctx: Pick<WorkerCtx, 'db'>,
  chainId: number,
  rows: readonly SigningFacts[],
): Promise<Map<string, Error>> {
  if (rows.some(({ allowance }) => allowance.isRecovering)) throw recovering()
  const [inForce, blocked] = await Promise.all([loadPolicies(ctx, rows), findBlockedRows(ctx, rows.map(toNaming))])
  const found = new Map<string, Error>()
  for (const row of rows) {
    const objection = objectionTo(row, inForce) ?? (await objectionToRepeating(row))
    if (!isWaiting(row, chainId)) found.set(row.id, new LeaseLostError(`transaction ${row.id} is not to be signed now`))
    // The next turn ends it.
    else if (blocked.has(row.id)) found.set(row.id, new LeaseLostError(`transaction ${row.id} names a blocked address`))
    else if (objection !== null) found.set(row.id, new Error(`transaction ${row.id}: ${objection}, nothing was signed`))
  }
  return found
}

function toNaming(row: SigningFacts) {
  return { ...row, type: row.allowance.type }
}

/** Whether the row is still in the state to be signed. If another process changed it, the next turn decides again. */
function isWaiting({ allowance, replaces = null }: SigningFacts, chainId: number): boolean {
  const { stage, status, txHash } = allowance
  const isReplaced = txHash === replaces && (stage === 'signed' || stage === 'broadcast')
  const isTurn = replaces === null ? stage === 'queued' : isReplaced
  return status === 'PENDING' && isTurn && allowance.isOwnerActive && allowance.chainId === chainId
}

/** The reason why a row may never be signed as it is; null if it may. Pure. */
function objectionTo(row: SigningFacts, inForce: readonly Policy[]): string | null {
  const { allowance } = row
  if (!allowance.isWalletOpen) return 'its wallet is another one or was deactivated before it was accepted'
  if (allowance.approval !== null && allowance.approval !== 'approved') return `its approval is ${allowance.approval}`
  return objectionToLane(row) ?? objectionToPlatform(allowance) ?? objectionOfPolicies(row, inForce)
}

/**
 * An earlier signature may still be mined, unless another transaction took its nonce. The proof is the bytes of that
 * other transaction: only the wallet's key can have signed them, so the caller cannot forge them.
 */
async function objectionToRepeating({ allowance }: SigningFacts): Promise<string | null> {
  for (const before of allowance.signedBefore)
    if (!(await isNonceTaken(before, allowance.chainId))) return 'it was signed under another nonce before'
  return null
}

/** A transaction is sent by its own wallet or by a relayer of the platform. */
function objectionToLane({ walletId, laneWalletId, allowance }: SigningFacts): string | null {
  return walletId === laneWalletId || allowance.laneUse === 'RELAYER'
    ? null
    : 'its lane belongs neither to its wallet nor to a relayer'
}

/** Transactions that the platform sends for itself must go to its own wallets, from the wallet of that purpose. */
function objectionToPlatform({ type, laneUse, isToOwn, toUse }: Allowance): string | null {
  const isAllowed = {
    GAS_TOPUP: isToOwn && (laneUse === 'GAS' || laneUse === 'TREASURY'),
    FLOAT_RETURN: toUse === 'GAS',
    DELEGATE: isToOwn && laneUse === 'RELAYER',
  }[type]
  return isAllowed === false ? `a ${type} is not sent by this wallet to that address` : null
}

/**
 * Policies were applied when the transaction was accepted; one that was saved at that moment or later is not applied
 * again.
 */
const SAVED_BEFORE_MS = 60_000

const JUDGED = new Set(['TRANSFER', 'SIGN', 'SWEEP'])

function objectionOfPolicies(row: SigningFacts, inForce: readonly Policy[]): string | null {
  const { allowance, businessId } = row
  if (!JUDGED.has(allowance.type)) return null
  for (const policy of inForce) {
    if (policy.businessId !== businessId) continue
    if (policy.projectId !== null && policy.projectId !== allowance.projectId) continue
    if (policy.updatedAt.getTime() + SAVED_BEFORE_MS > allowance.createdAtMs) continue
    // The sum of 24 hours counts from acceptance, and is not judged again.
    const intent = intentOf({ ...row, type: 'SIGN', valueUsdMicros: allowance.valueUsdMicros })
    const verdict = judgeIntent({ ...policy, dailyMicros: null }, intent, 0n)
    if (verdict.refusal !== null) return `the policy refuses it (${verdict.refusal})`
    if (verdict.approval && allowance.approval === null) return `it was not approved (${verdict.approval.reason})`
  }
  return null
}

async function loadPolicies({ db }: Pick<WorkerCtx, 'db'>, rows: readonly SigningFacts[]): Promise<Policy[]> {
  const judged = rows.filter(({ allowance }) => allowance.isUnderPolicy && JUDGED.has(allowance.type))
  const ids = new Set(judged.map(({ businessId }) => businessId))
  if (ids.size === 0) return []
  return db
    .select()
    .from(policies)
    .where(and(inArray(policies.businessId, [...ids]), eq(policies.isActive, true)))
}
