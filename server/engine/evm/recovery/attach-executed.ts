import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { findExecutions } from '@/server/chains/evm/find-executions'
import { findUsedOperations } from '@/server/chains/evm/find-used-operations'
import { toOperationId, toOperationNonce } from '@/server/chains/evm/operation'
import { readSignedTransactions } from '@/server/chains/evm/signed-transaction'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { attachFound, type Found } from './attach-found'

/** What relayers carry, and the operation its wallet signs for it. */
type Carried = { transactionId: string; wallet: string; id: string; nonce: bigint }

/** How long one that was executed and not found is not looked for again: a search reads much of the chain. */
const SEARCH_AGAIN_MS = 60_000
const NOT_FOUND = 'Its operation was executed on chain before, and the transaction that did so was not found'

const carriedRow = z.object({ id: z.string(), wallet: z.string() })

/** Of open transactions, those that relayers carry and whose operation the chain has executed already, as a node knows that has block `asOf`. */
export async function findExecuted(
  ctx: WorkerCtx,
  chain: Chain,
  { transactionIds, asOf }: { transactionIds: readonly string[]; asOf: bigint },
): Promise<ReadonlySet<string>> {
  const carried = await loadCarried(ctx, chain.chainId, transactionIds)
  const used = await findUsedOperations(chain, carried, asOf)
  return new Set(used.map(({ transactionId }) => transactionId))
}

/**
 * Attaches transactions whose operation was executed to the carrier that executed it, and answers the hashes of those carriers. One whose
 * carrier is not found stays open for an operator: the chain refuses it under any other carrier.
 */
export async function attachExecuted(
  ctx: WorkerCtx,
  chain: Chain,
  transactionIds: Iterable<string>,
): Promise<string[]> {
  const sought = await loadCarried(
    ctx,
    chain.chainId,
    [...transactionIds].filter((id) => isDue(ctx, id)),
  )
  if (sought.length === 0) return []
  const hashes = await findExecutions(chain, sought)
  const signed = await readSignedTransactions(chain, [...new Set(hashes.values())])
  const found = sought.flatMap(({ transactionId, id }): Found[] => {
    const carrier = signed.get(hashes.get(id) ?? '')
    return carrier ? [{ transactionId, signed: carrier }] : []
  })
  await attachFound(chain.chainId, found)
  const attached = new Set(found.map(({ transactionId }) => transactionId))
  for (const { transactionId } of sought) {
    if (!attached.has(transactionId)) await askOperator(ctx, chain, transactionId)
  }
  return found.map((each) => each.signed.hash)
}

async function loadCarried({ db }: WorkerCtx, chainId: number, transactionIds: readonly string[]): Promise<Carried[]> {
  if (transactionIds.length === 0) return []
  const rows = await db.execute(sql`
    select t.id, t.from_address as wallet from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
      and t.chain_id = ${chainId} and t.status = 'PENDING' and t.lane_wallet_id is distinct from t.wallet_id`)
  return z
    .array(carriedRow)
    .parse([...rows])
    .map(({ id, wallet }) => ({ transactionId: id, wallet, id: toOperationId(id), nonce: toOperationNonce(id) }))
}

const searched = oncePerProcess('searched-executions', () => new Map<string, number>())

function isDue({ now }: WorkerCtx, transactionId: string): boolean {
  return (searched.get(transactionId) ?? 0) + SEARCH_AGAIN_MS <= now().getTime()
}

async function askOperator({ db, now }: WorkerCtx, { chainId }: Chain, transactionId: string): Promise<void> {
  searched.set(transactionId, now().getTime())
  await db.execute(sql`
    update transactions set needs_operator = ${NOT_FOUND} where id = ${transactionId} and status = 'PENDING' and needs_operator is null`)
  await raiseAlarm(db, { kind: 'needs_operator', chainId, subject: transactionId, message: `${NOT_FOUND}.` })
}
