import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { transactions } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { findExecutions } from '@/server/chains/evm/find-executions'
import { findUsedOperations } from '@/server/chains/evm/find-used-operations'
import { toOperationId, toOperationNonce } from '@/server/chains/evm/operation'
import { readExecutedCall } from '@/server/chains/evm/read-executed-call'
import { readSignedTransactions, type SignedTransaction } from '@/server/chains/evm/signed-transaction'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { callOf } from '@/server/engine/evm/gas-limit-of'
import { KEY_WAS_USED } from '@/server/engine/failure'
import { attachFound, type FoundExecution } from './attach-found'
import { type Call, callKey } from './match-mined'

/** A transaction that relayers submit, and the operation that its wallet signs for it. */
type Relayed = { transactionId: string; wallet: string; id: string; nonce: bigint; call: Call; isNamed: boolean }

/** The time before an executed transaction that was not found is searched again: a search reads much of the chain. */
const SEARCH_INTERVAL_MS = 60_000
const NOT_FOUND = 'Its operation was executed on chain before, and the transaction that did so was not found'

const relayedRow = z.object({
  id: z.string(),
  intentId: z.string().nullable(),
  wallet: z.string(),
  type: z.string(),
  toAddress: z.string(),
  tokenAddress: z.string().nullable(),
  callData: z.string().nullable(),
  amountUnits: z.string().transform((text) => BigInt(text)),
})

/** The relayed open transactions whose operation is executed on chain, according to a node that has block `asOf`. */
export async function findExecuted(
  ctx: WorkerCtx,
  chain: Chain,
  { transactionIds, asOf }: { transactionIds: readonly string[]; asOf: bigint },
): Promise<ReadonlySet<string>> {
  const relayed = await loadRelayed(ctx, chain.chainId, transactionIds)
  const used = await findUsedOperations(chain, relayed, asOf)
  return new Set(used.map(({ transactionId }) => transactionId))
}

/**
 * Attaches open transactions to the relayer transactions that executed their operations, and returns the hashes of
 * these. If it finds none for a transaction, that one stays open for an operator, because the chain refuses the
 * operation a second time. If another call was executed under its idempotency key, the transaction fails.
 */
export async function attachExecuted(
  ctx: WorkerCtx,
  chain: Chain,
  transactionIds: Iterable<string>,
): Promise<string[]> {
  const candidates = await loadRelayed(
    ctx,
    chain.chainId,
    [...transactionIds].filter((id) => isDue(ctx, id)),
  )
  if (candidates.length === 0) return []
  const hashes = await findExecutions(chain, candidates)
  const signed = await readSignedTransactions(chain, [...new Set(hashes.values())])
  const found: FoundExecution[] = []
  const reused: string[] = []
  for (const relayed of candidates) {
    const { transactionId, id } = relayed
    const relayer = signed.get(hashes.get(id) ?? '')
    if (!relayer) await askOperator(ctx, chain, transactionId)
    else if (isSameCall(relayed, relayer)) found.push({ transactionId, signed: relayer })
    else reused.push(transactionId)
  }
  await attachFound(chain.chainId, found)
  await failReused(chain, reused)
  return found.map((each) => each.signed.hash)
}

async function loadRelayed({ db }: WorkerCtx, chainId: number, transactionIds: readonly string[]): Promise<Relayed[]> {
  if (transactionIds.length === 0) return []
  const rows = await db.execute(sql`
    select t.id, t.intent_id as "intentId", t.from_address as wallet, t.type, t.to_address as "toAddress", t.token_address as "tokenAddress",
      t.call_data as "callData", t.amount_units::text as "amountUnits"
    from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
      and t.chain_id = ${chainId} and t.status = 'PENDING' and t.lane_wallet_id is distinct from t.wallet_id`)
  return z
    .array(relayedRow)
    .parse([...rows])
    .map(({ id, intentId, wallet, ...row }) => ({
      transactionId: id,
      wallet,
      id: toOperationId(intentId ?? id),
      nonce: toOperationNonce(intentId ?? id),
      call: callOf(row),
      isNamed: intentId !== null,
    }))
}

/**
 * Only a request with an idempotency key is compared, because only a key can be used for two different calls. The row
 * of a sweep, for example, may lack the amount that was sent in the end.
 */
function isSameCall({ call, isNamed }: Relayed, { data }: SignedTransaction): boolean {
  const executed = readExecutedCall(data)
  return !isNamed || (executed !== null && callKey(executed) === callKey(call))
}

async function failReused(chain: Chain, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await endTransactions(chain, null, (db) =>
    db
      .update(transactions)
      .set({ status: 'FAILED', error: KEY_WAS_USED, needsOperator: null, finalAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(inArray(transactions.id, [...ids]), eq(transactions.status, 'PENDING')))
      .returning(),
  )
}

const searched = oncePerProcess('searched-executions', () => new Map<string, number>())

function isDue({ now }: WorkerCtx, transactionId: string): boolean {
  return (searched.get(transactionId) ?? 0) + SEARCH_INTERVAL_MS <= now().getTime()
}

async function askOperator({ db, now }: WorkerCtx, { chainId }: Chain, transactionId: string): Promise<void> {
  searched.set(transactionId, now().getTime())
  await db.execute(sql`
    update transactions set needs_operator = ${NOT_FOUND} where id = ${transactionId} and status = 'PENDING' and needs_operator is null`)
  await raiseAlarm(db, { kind: 'needs_operator', chainId, subject: transactionId, message: `${NOT_FOUND}.` })
}
