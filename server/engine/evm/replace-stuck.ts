import { and, eq, inArray, isNull } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Cursor } from '@/server/chains/cursor'
import { currentMarket } from '@/server/chains/evm/fees'
import { CANCEL_GAS_WITH_CODE, ENVELOPE_BYTES, NATIVE_TRANSFER_GAS } from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer, resultOf } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { isolateRows, listOpen, type TransactionSelection } from '@/server/engine/isolate-rows'
import type { ReplacementOrder } from '@/server/engine/signing/orders'
import { signer } from '@/server/engine/signing/signer'
import { findBlockedRows } from '@/server/screening/find-blocked'
import { coverFromFloats, type PlannedReplacement } from './cover-from-floats'
import { coverReplacements } from './cover-replacements'
import { judgeConsumed } from './judge-consumed'
import { loadStuck, type StuckRow } from './load-stuck'
import { cannotBeMined, planReplacement, type StuckAction } from './plan-replacement'
import { readReceipts } from './read-receipts'
import { requestMissingGas } from './request-missing-gas'
import { sendAttempts } from './send-attempts'
import { toStoredAttempt } from './store-attempts'
import { settleReceipts } from './watch-chain'

/**
 * The maximum of replacements for each lane and turn. The first one unblocks the others, which need no higher fee then.
 */
const REPLACED_PER_LANE = 16
type Case = {
  row: StuckRow
  decision: StuckAction
  /** Transactions of other businesses wait for it, and the current base fee keeps it out of blocks. */
  holdsUpOthers: boolean
}

/**
 * Handles signed transactions that no block contains. Asks for the receipts of all their attempts, then sends them
 * again, replaces them at a higher fee, cancels them, or finds out what used their nonce. Lowest nonces first.
 */
export async function replaceStuck(ctx: WorkerCtx, chain: Chain, cursor: Cursor): Promise<void> {
  await isolateRows(ctx, chain.chainId, {
    list: () => listOpen(ctx, chain.chainId, ['signed', 'broadcast']),
    work: (only) => replace(ctx, chain, cursor, only),
  })
}

async function replace(ctx: WorkerCtx, chain: Chain, cursor: Cursor, only: TransactionSelection): Promise<void> {
  const stuck = await cancelBlocked(ctx, await loadStuck(ctx, chain, only))
  if (stuck.length === 0) return
  const receipts = await readReceipts(
    chain,
    stuck.flatMap((row) => row.attempts.map((attempt) => attempt.hash)),
  )
  if (receipts.size > 0) await settleReceipts(ctx, chain, cursor, [...receipts.values()])
  const unmined = stuck.filter((row) => !row.attempts.some((attempt) => receipts.has(attempt.hash)))
  const cases = await planAll(chain, unmined)
  await judgeConsumed(ctx, chain, cursor, rowsOf(cases, 'judge'))
  await reportCapped(ctx, chain, cases)
  const { replaced, notReplaced } = await replaceAll(ctx, chain, cases)
  const resent = [...rowsOf(cases, 'resend'), ...notReplaced].flatMap(newestOf)
  await requestMissingGas(ctx, chain, await sendAttempts(ctx, chain, [...replaced, ...resent]))
}

/**
 * Requests to cancel transactions that name an address which was blocked since they were signed: a signature of higher
 * fees would be a new one to that address. Any of their attempts may still be mined.
 */
async function cancelBlocked({ db, now }: WorkerCtx, stuck: StuckRow[]): Promise<StuckRow[]> {
  const blocked = await findBlockedRows({ db }, stuck)
  if (blocked.size === 0) return stuck
  const isOpen = and(eq(transactions.status, 'PENDING'), isNull(transactions.cancelRequestedAt))
  await db
    .update(transactions)
    .set({ cancelRequestedAt: now() })
    .where(and(inArray(transactions.id, [...blocked.keys()]), isOpen))
  return stuck.map((row) => (blocked.has(row.id) ? { ...row, cancelRequested: true } : row))
}

async function planAll(chain: Chain, rows: StuckRow[]): Promise<Case[]> {
  if (rows.length === 0) return []
  const [market, mined] = await Promise.all([currentMarket(chain), readMinedCounts(chain, rows)])
  const policy = { bumpAfterMs: chain.bumpAfterBlocks * chain.blockTimeMs, capPerGas: chain.maxFeePerGasCap }
  return rows.flatMap((row) => {
    const [newest, ...earlier] = row.attempts
    if (!newest) return []
    const isConsumed = row.nonce < (mined.get(row.senderAddress) ?? 0)
    const wasEverOut = [newest, ...earlier].some(({ outcome }) => outcome === 'accepted' || outcome === 'unknown')
    const stuck = { ...row, newest, isConsumed, wasEverOut }
    const holdsUpOthers = row.isHead && row.delaysOthers && cannotBeMined(stuck, market)
    return [{ row, decision: planReplacement(stuck, market, policy), holdsUpOthers }]
  })
}

async function readMinedCounts(chain: Chain, rows: StuckRow[]): Promise<Map<string, number>> {
  const senders = [...new Set(rows.map((row) => row.senderAddress))]
  const answers = await callRpcBatch(
    chain,
    senders.map((sender) => ({ method: 'eth_getTransactionCount', params: [sender, 'latest'] })),
  )
  return new Map(senders.map((sender, position) => [sender, Number(readAnswer(quantity, answers[position]))]))
}

/**
 * Returns the replacements, and as `kept` the rows that cannot be replaced now for lack of balance, gas or room in this
 * turn. Their stored bytes are sent again.
 */
async function replaceAll(ctx: WorkerCtx, chain: Chain, cases: Case[]) {
  const replacements = cases.flatMap(({ row, decision, holdsUpOthers }) =>
    decision.action === 'replace' ? [{ row, reason: decision.reason, fees: decision.fees, holdsUpOthers }] : [],
  )
  const heads = firstOfLanes(replacements)
  const covered = await coverReplacements(ctx, chain, heads)
  // One customer's balance must not block a lane: the platform bears what the hold does not cover.
  const held = heads.filter((replacement) => covered.has(replacement) || replacement.holdsUpOthers)
  const chosen = await coverFromFloats(ctx, chain, held)
  const replacing = new Set(chosen)
  const notReplaced = replacements.filter((replacement) => !replacing.has(replacement)).map(({ row }) => row)
  if (chosen.length === 0) return { replaced: [], notReplaced }
  const orders = await Promise.all(
    chosen.map(({ row, reason, fees }) => orderReplacement(chain, { row, reason, fees })),
  )
  const stored = await signer().signReplacements({ chainId: chain.chainId, orders: orders.flat() })
  return { replaced: stored, notReplaced }
}

/** The replacements that one turn may make in each lane. */
function firstOfLanes<T extends PlannedReplacement>(replacements: readonly T[]): T[] {
  const perLane = new Map<string, number>()
  return replacements.filter(({ row }) => {
    const count = (perLane.get(row.laneWalletId) ?? 0) + 1
    perLane.set(row.laneWalletId, count)
    return count <= REPLACED_PER_LANE
  })
}

/** Raises an alarm once if the first transaction of a lane needs a fee above the chain's cap. */
async function reportCapped(ctx: WorkerCtx, chain: Chain, cases: Case[]): Promise<void> {
  for (const { row, decision } of cases) {
    const cause = { kind: 'stuck_head' as const, chainId: chain.chainId, subject: row.senderAddress }
    if (!row.isHead) continue
    if (decision.action !== 'capped') {
      await closeAlarm(ctx.db, cause)
      continue
    }
    const message = `Nonce ${row.nonce} of ${row.senderAddress} needs a fee above the chain's cap to be mined.`
    await raiseAlarm(ctx.db, { ...cause, message })
  }
}

function rowsOf(cases: Case[], action: StuckAction['action']): StuckRow[] {
  return cases.flatMap(({ row, decision }) =>
    decision.action === action || (action === 'resend' && decision.action === 'capped') ? [row] : [],
  )
}

function newestOf({ id, laneWalletId, nonce, attempts: [newest] }: StuckRow) {
  if (!newest) return []
  const { hash: tx_hash, raw } = newest
  return [toStoredAttempt({ id: newest.id, transaction_id: id, lane_wallet_id: laneWalletId, nonce, tx_hash, raw })]
}

type Replacing = { row: StuckRow; reason: 'bump' | 'cancel'; fees: Fees }

/** The order that replaces a row's newest attempt; at most one. Throws RpcUnavailableError, RpcError. */
async function orderReplacement(chain: Chain, { row, reason, fees }: Replacing): Promise<ReplacementOrder[]> {
  const [newest] = row.attempts
  if (!newest) return []
  const isCancel = reason === 'cancel'
  // Larger fees are written in a few bytes more at most.
  const rawBytes = isCancel ? ENVELOPE_BYTES : newest.raw.length / 2 + FEE_BYTES
  return [
    {
      transactionId: row.id,
      replacesId: newest.id,
      reason,
      gasLimit: isCancel ? await cancelGasOf(chain, row.senderAddress) : null,
      l1FeeUnits: await l1FeeUpperBound(chain, rawBytes),
      ...fees,
    },
  ]
}

const FEE_BYTES = 8

async function cancelGasOf(chain: Chain, address: string): Promise<bigint> {
  const [code] = await callRpcBatch(chain, [{ method: 'eth_getCode', params: [address, 'latest'] }])
  return resultOf(code) === '0x' ? NATIVE_TRANSFER_GAS : CANCEL_GAS_WITH_CODE
}
