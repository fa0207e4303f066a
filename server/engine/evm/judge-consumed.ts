import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Hex, parseTransaction } from 'viem'
import { transactions } from '@/db/schema'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { ChainPosition } from '@/server/chains/cursor'
import { toHex } from '@/server/chains/evm/read-headers'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { readSignedTransactions, type SignedTransaction } from '@/server/chains/evm/signed-transaction'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, type EndpointAnswers } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { findNonceUse } from './find-nonce-use'
import type { StuckRow } from './load-stuck'
import { receiptCall } from './read-receipts'
import { attachExecuted, findExecuted } from './recovery/attach-executed'
import { attachFound } from './recovery/attach-found'
import { callKey } from './recovery/match-mined'

/** The number of endpoints that must agree before a transaction fails. */
const MIN_AGREEING = 2
const JUDGED_PER_TURN = 20

const FOREIGN = 'Its nonce was used by a transaction from outside; nothing was moved'

/** Extra blocks to search, because blocks may come faster than the chain's average. */
const SPARE_BLOCKS = 32n

/**
 * Judges transactions whose nonce another transaction used. One fails only on proof. All endpoints that answer, at
 * least two, report the nonce as used at the final block and none of our hashes as mined, and the blocks show the other
 * transaction. Otherwise an operator confirms it with a cancel request.
 */
export async function judgeConsumed(
  ctx: WorkerCtx,
  chain: Chain,
  position: ChainPosition,
  rows: StuckRow[],
): Promise<void> {
  for (const row of rows.slice(0, JUDGED_PER_TURN)) {
    if (position.finalBlock === null) continue
    const responses = await callEveryEndpoint(chain, questions(row, position.finalBlock))
    const verdicts = responses.map((response) => verdictOf(response, row))
    if (verdicts.length === 0 || verdicts.includes('denies')) continue
    const agreeing = verdicts.filter((verdict) => verdict === 'agrees').length
    if (agreeing === 0) continue
    const usedBy = await findNonceUse(chain, row, {
      since: signedAt(chain, row, position.finalBlock),
      to: position.finalBlock,
    })
    // It is one of our attempts; its receipt is not indexed yet.
    if (row.attempts.some(({ hash }) => hash === usedBy)) continue
    if (await attachIfDone(ctx, chain, row, { usedBy, asOf: position.finalBlock })) continue
    const isConfirmed = row.cancelRequested && (usedBy !== null || row.needsOperator !== null)
    if (isConfirmed || (usedBy !== null && agreeing >= MIN_AGREEING)) await fail(ctx, chain, row)
    else await askOperator(ctx, chain, row)
  }
}

type Use = { usedBy: string | null; asOf: bigint }

/**
 * Attaches the row if the chain has executed it. A restored database may lack the relayer's transaction that executed
 * an operation, or the last attempt of a transaction.
 */
async function attachIfDone(ctx: WorkerCtx, chain: Chain, row: StuckRow, { usedBy, asOf }: Use): Promise<boolean> {
  const executed = await findExecuted(ctx, chain, { transactionIds: [row.id], asOf })
  if (executed.size > 0) {
    await attachExecuted(ctx, chain, executed)
    return true
  }
  const signed = usedBy === null ? undefined : (await readSignedTransactions(chain, [usedBy])).get(usedBy)
  if (!signed || !row.attempts.some((attempt) => isSameCall(attempt, signed))) return false
  await attachFound(chain.chainId, [{ transactionId: row.id, signed }])
  return true
}

function isSameCall({ raw, reason }: StuckRow['attempts'][number], signed: SignedTransaction): boolean {
  if (reason === 'cancel') return false
  const { to, value = 0n, data = '0x' } = parseTransaction(`0x${raw}` as Hex) // bytes of our own table
  return callKey({ to: to ?? null, value, data }) === callKey(signed)
}

/** A block that is older than every attempt. */
function signedAt(chain: Chain, { attempts }: StuckRow, finalBlock: bigint): bigint {
  const ageMs = Math.max(...attempts.map((attempt) => attempt.ageMs))
  return finalBlock - BigInt(Math.ceil((2 * ageMs) / chain.blockTimeMs)) - SPARE_BLOCKS
}

function questions(row: StuckRow, finalBlock: bigint) {
  const count = { method: 'eth_getTransactionCount', params: [row.senderAddress, toHex(finalBlock)] }
  return [count, ...row.attempts.map((attempt) => receiptCall(attempt.hash))]
}

function verdictOf({ answers }: EndpointAnswers, row: StuckRow): 'agrees' | 'denies' | 'silent' {
  if (!answers) return 'silent'
  const [count, ...receipts] = answers
  const used = quantity.safeParse(count?.result)
  if (!used.success || receipts.some((receipt) => receipt.error)) return 'silent'
  return Number(used.data) > row.nonce && receipts.every((receipt) => receipt.result === null) ? 'agrees' : 'denies'
}

async function fail(ctx: WorkerCtx, chain: Chain, row: StuckRow): Promise<void> {
  await endTransactions(chain, null, (db) =>
    db
      .update(transactions)
      .set({ status: 'FAILED', stage: 'final', error: FOREIGN, needsOperator: null, finalAt: new Date() })
      .where(
        and(
          eq(transactions.id, row.id),
          eq(transactions.status, 'PENDING'),
          inArray(transactions.stage, ['signed', 'broadcast']),
        ),
      )
      .returning(),
  )
  await closeAlarm(ctx.db, { kind: 'needs_operator', chainId: chain.chainId, subject: row.id })
}

async function askOperator({ db }: WorkerCtx, chain: Chain, row: StuckRow): Promise<void> {
  const message = `Nonce ${row.nonce} of ${row.senderAddress} was used by a transaction that is not ours, as far as the endpoints can tell. Cancel the transaction to confirm.`
  await db
    .update(transactions)
    .set({ needsOperator: message })
    .where(and(eq(transactions.id, row.id), eq(transactions.status, 'PENDING'), isNull(transactions.needsOperator)))
  await raiseAlarm(db, { kind: 'needs_operator', chainId: chain.chainId, subject: row.id, message })
}
