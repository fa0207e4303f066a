import { and, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { transactions } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Cursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { judgeCallProblem } from '@/server/chains/solana/judge-call-problem'
import { judgeProblem } from '@/server/chains/solana/judge-problem'
import { readLanded } from '@/server/chains/solana/read-landed'
import { readStatuses, type SignatureStatus, statusCalls } from '@/server/chains/solana/read-statuses'
import type { TransactionProblem } from '@/server/chains/solana/transaction-problem'
import type { WorkerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import type { TransactionSelection } from '@/server/engine/isolate-rows'
import { applyLanded, isFinalStatus, type LandedTransfer } from './apply-landed'
import { loadBytes, loadOpen, type OpenAttempt } from './load-open'
import { type Candidate, proveExpired } from './prove-expired'
import { sendAttempts } from './send-attempts'

/** A node forgets a packet that its leader had no room for, so we send it to the next leader. */
const RESEND_AFTER_SECONDS = 2
/** Older attempts are searched in the whole history of a node, not only in its recent cache. */
const SEARCH_AFTER_SECONDS = 30
/** After this time a final transfer whose record no node has is settled at its maximum cost. */
const GIVE_UP_RECORD_SECONDS = 60
/**
 * Nodes keep statuses and history for a limited time: an attempt this old that no node finds needs a person's decision.
 */
const MAX_PROVABLE_SECONDS = 6 * 3_600
const PROVE_EVERY_MS = 1_000

/**
 * The state that a worker keeps between two checks: the last slot it read, and when it last requested proofs of expiry.
 */
export type WatchMemory = { slot: bigint; provedAt: number }
type Watch = { cursor: Cursor; memory: WatchMemory }

/**
 * Checks every open transfer. Settles those that landed, sends those in no block again, and returns the signatures that
 * expired for certain, to be signed again. Throws RpcUnavailableError, RpcError, LeaseLostError.
 */
export async function watchOpen(
  ctx: WorkerCtx,
  chain: Chain,
  watch: Watch,
  only: TransactionSelection = null,
): Promise<string[]> {
  const { memory } = watch
  const open = await loadOpen(ctx, chain.chainId, only)
  if (open.length === 0) return []
  const seen = await readChain(chain, open)
  const transfers = groupById(open)
  const missing = transfers.filter((attempts) => !attempts.some(({ signature }) => seen.found.has(signature)))
  await searchDeep(chain, missing, seen.found)
  await settleLanded(chain, transfers, seen, watch)
  const lost = missing.filter((attempts) => !attempts.some(({ signature }) => seen.found.has(signature)))
  await reopenVanished(ctx, lost)
  const current = lost.flatMap((attempts) => attempts.filter(({ isCurrent }) => isCurrent))
  await resend(ctx, chain, current, seen.finalHeight)
  const over = current.filter(({ lastValidBlockHeight }) => lastValidBlockHeight < seen.finalHeight)
  await askOperator(ctx, chain, over)
  // An operator who cancels an old transfer has checked it on chain. That replaces the proof that endpoints can no
  // longer provide.
  const provable = over.filter(
    ({ ageSeconds, needsOperator, isCancelled }) =>
      ageSeconds <= MAX_PROVABLE_SECONDS || (needsOperator && isCancelled),
  )
  if (provable.length === 0 || Date.now() - memory.provedAt < PROVE_EVERY_MS) return []
  memory.provedAt = Date.now()
  const candidates: Candidate[] = provable.map((one) => ({
    current: one,
    attempts: open.filter(({ id }) => id === one.id),
  }))
  const proof = await proveExpired(ctx, chain, candidates)
  // Another endpoint may know a transfer that our read endpoint does not.
  if (proof.found.size > 0) await settleLanded(chain, transfers, { ...seen, found: proof.found }, watch)
  return proof.expired
}

type Seen = { found: Map<string, SignatureStatus>; slot: bigint; finalHeight: bigint; finalSlot: bigint }

const number = z.int().nonnegative().transform(BigInt)

async function readChain(chain: Chain, open: readonly OpenAttempt[]): Promise<Seen> {
  const signatures = open.map(({ signature }) => signature)
  const asking = statusCalls(signatures, false)
  const answers = await callRpcBatch(chain, [
    ...asking,
    { method: 'getBlockHeight', params: [{ commitment: 'finalized' }] },
    { method: 'getSlot', params: [{ commitment: 'finalized' }] },
  ])
  const [finalHeight, finalSlot] = answers.slice(asking.length).map((answer) => readAnswer(number, answer))
  const statuses = readStatuses(signatures, answers.slice(0, asking.length))
  return { ...statuses, finalHeight: finalHeight ?? 0n, finalSlot: finalSlot ?? 0n }
}

async function searchDeep(
  chain: Chain,
  missing: readonly (readonly OpenAttempt[])[],
  found: Map<string, SignatureStatus>,
): Promise<void> {
  const signatures = missing
    .filter((attempts) =>
      attempts.some(({ stage, ageSeconds }) => stage === 'mined' || ageSeconds > SEARCH_AFTER_SECONDS),
    )
    .flatMap((attempts) => attempts.map(({ signature }) => signature))
  if (signatures.length === 0) return
  const answers = await callRpcBatch(chain, statusCalls(signatures, true))
  for (const [signature, status] of readStatuses(signatures, answers).found) found.set(signature, status)
}

async function settleLanded(
  chain: Chain,
  transfers: readonly (readonly OpenAttempt[])[],
  seen: Seen,
  { cursor, memory }: Watch,
): Promise<void> {
  const confirmed = transfers.flatMap((attempts) =>
    attempts.flatMap((attempt) => {
      const status = seen.found.get(attempt.signature)
      if (!status || status.level === 'processed') return []
      const isNews = attempt.stage !== 'mined' || !attempt.hasFee || isFinalStatus(chain, status)
      return isNews ? [{ attempt, status }] : []
    }),
  )
  if (confirmed.length === 0 && seen.slot === memory.slot) return
  const costs = await readLanded(
    chain,
    confirmed.filter(({ attempt }) => !attempt.hasFee).map(({ attempt }) => attempt.signature),
  )
  const landed = confirmed.map(({ attempt, status }): LandedTransfer => {
    const cost = costs.get(attempt.signature)
    const isGivenUp = (attempt.minedSeconds ?? 0) > GIVE_UP_RECORD_SECONDS
    const isKnown = attempt.hasFee || cost !== undefined || isGivenUp
    return {
      transactionId: attempt.id,
      signature: attempt.signature,
      slot: status.slot,
      error: status.problem ? judged(status.problem, attempt) : null,
      isFinal: isKnown && isFinalStatus(chain, status),
      paidLamports: cost?.paidLamports ?? (isGivenUp && !attempt.hasFee ? attempt.maxLamports : null),
      computeUnits: cost?.computeUnits ?? null,
    }
  })
  memory.slot = seen.slot
  const moved = { ...cursor, head: seen.slot, finalBlock: seen.finalSlot }
  await endTransactions(chain, moved, (db) => applyLanded(db, chain.chainId, landed))
}

function judged(problem: TransactionProblem, attempt: OpenAttempt): string {
  return (attempt.isCall ? judgeCallProblem(problem, null) : judgeProblem(problem, attempt)).text
}

/** A confirmed block that held them was replaced; the same bytes are sent again while they are valid. */
async function reopenVanished({ db }: WorkerCtx, lost: readonly (readonly OpenAttempt[])[]): Promise<void> {
  const ids = lost
    .flatMap((attempts) => attempts.filter(({ stage, isCurrent }) => stage === 'mined' && isCurrent))
    .map(({ id }) => id)
  if (ids.length === 0) return
  await db
    .update(transactions)
    .set({ stage: 'broadcast', blockNumber: null, minedAt: null, receiptSucceeded: null, gasUsed: null, feeWei: null })
    .where(and(inArray(transactions.id, ids), sql`stage = 'mined' and status = 'PENDING'`))
}

async function resend(
  ctx: WorkerCtx,
  chain: Chain,
  current: readonly OpenAttempt[],
  finalHeight: bigint,
): Promise<void> {
  const due = current.filter(
    ({ quietSeconds, ageSeconds, lastValidBlockHeight }) =>
      (quietSeconds ?? ageSeconds) >= RESEND_AFTER_SECONDS && lastValidBlockHeight >= finalHeight,
  )
  const stored = await loadBytes(
    ctx,
    chain.chainId,
    due.map(({ signature }) => signature),
  )
  await sendAttempts(ctx, chain, stored)
}

async function askOperator({ db }: WorkerCtx, chain: Chain, over: readonly OpenAttempt[]): Promise<void> {
  for (const { id, signature, ageSeconds, needsOperator } of over) {
    if (needsOperator || ageSeconds <= MAX_PROVABLE_SECONDS) continue
    const message = `No endpoint finds ${signature}, signed more than 6 hours ago: too long to prove that it never landed. Look it up, and cancel the transfer if it is not on the chain.`
    await markForOperator(db, chain.chainId, { id, message })
  }
}

async function markForOperator(
  db: Database,
  chainId: number,
  { id, message }: { id: string; message: string },
): Promise<void> {
  await db
    .update(transactions)
    .set({ needsOperator: message })
    .where(and(inArray(transactions.id, [id]), sql`status = 'PENDING'`))
  await raiseAlarm(db, { kind: 'needs_operator', chainId, subject: id, message })
}

function groupById(open: readonly OpenAttempt[]): OpenAttempt[][] {
  const groups = new Map<string, OpenAttempt[]>()
  for (const attempt of open) groups.set(attempt.id, [...(groups.get(attempt.id) ?? []), attempt])
  return [...groups.values()]
}
