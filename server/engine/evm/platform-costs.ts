import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { TRANSFER_BYTES } from '@/server/chains/evm/gas-figures'
import { transferGasLimit } from '@/server/chains/evm/gas-limit'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Fees } from '@/server/chains/evm/read-market'
import { type Chain, isRelayed } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { findGasWallet } from '@/server/platform/gas-wallet'
import { worstFeeOf } from './load-in-flight'

const costRow = z.object({ id: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * The cost of the platform's transactions that serve others and are covered by their holds: delegations and, if a
 * business pays the gas, top-ups. In native units by transaction id; the fee if it is known, otherwise the maximum.
 */
export async function loadPlatformCosts(
  db: Database,
  chain: Chain,
  ids: readonly string[],
): Promise<(id: string) => bigint> {
  const isDebited = chain.gasPolicy === 'debited'
  const delegations = isDebited || isRelayed(chain) ? await delegationCosts(db, ids) : new Map<string, bigint>()
  const topUps = isDebited ? await topUpCosts(db, ids) : new Map<string, bigint>()
  return (id) => (delegations.get(id) ?? 0n) + (topUps.get(id) ?? 0n)
}

/**
 * The cost of the delegations that transactions needed, in native units, by the transaction that is charged: the fee
 * once a block holds them, before that the maximum. Only the most expensive of repeated delegations counts. It does not
 * depend on who pays in the end: the hold on debited chains, the sponsor on the others.
 */
export async function delegationCosts(db: Database, transactionIds: readonly string[]): Promise<Map<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.execute(sql`
    select d.served_transaction_id as id, max(coalesce(d.fee_wei, w.fee, 0))::text as units
    from transactions d left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a
      where a.transaction_id = d.id and d.status = 'PENDING'
    ) w on true
    where d.type = 'DELEGATE'
      and d.served_transaction_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
    group by 1`)
  return toCosts(rows)
}

/**
 * A delegation that is sent and not final, for which the transaction `o` is charged. Its cost may still change: after a
 * reorg the chain may mine it at another fee.
 */
export function openDelegationOf(transactionId: SQL): SQL {
  return sql`(o.type = 'DELEGATE' and o.served_transaction_id = ${transactionId} and o.status = 'PENDING' and o.stage <> 'queued')`
}

function toCosts(rows: Iterable<unknown>): Map<string, bigint> {
  const costs = z.array(costRow).parse([...rows])
  return new Map(costs.map(({ id, units }) => [id, units]))
}

/** The factor if the gas of a top-up is not used: its way to the wallet, and back by a return of the float. */
const BOTH_WAYS = 2

/**
 * The cost of the top-ups of these transactions, in native units, by id of the charged transaction. Once a top-up is
 * final it is the fee; before, it is the maximum, since a reorg may put it into a more expensive block. If the
 * transaction ended without being sent, the gas is left in the wallet, and the cost is doubled to pay for its return.
 */
export async function topUpCosts(db: Database, transactionIds: readonly string[]): Promise<Map<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.execute(sql`
    select s.id, (sum(greatest(t.fee_wei, w.fee, 0))
      * case when s.status = 'FAILED' and s.fee_wei is null then ${BOTH_WAYS}::int else 1 end)::text as units
    from transactions t join transactions s on s.id = t.served_transaction_id left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a where a.transaction_id = t.id and t.status = 'PENDING'
    ) w on true
    where t.type = 'GAS_TOPUP'
      and t.served_transaction_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
    group by s.id, s.status, s.fee_wei`)
  return toCosts(rows)
}

/**
 * The highest possible cost of a top-up to an address that is requested now, in native units. Throws
 * RpcUnavailableError, RpcError.
 */
export async function worstTopUps(
  ctx: WorkerCtx,
  chain: Chain,
): Promise<(topUp: { address: string; fees: Fees }) => Promise<bigint>> {
  const gas = await findGasWallet(ctx)
  return async ({ address, fees }) => {
    const call = { from: gas?.address ?? address, toAddress: address, tokenAddress: null, amountUnits: 1n }
    return (await transferGasLimit(chain, call)) * fees.maxFeePerGas + (await l1FeeUpperBound(chain, TRANSFER_BYTES))
  }
}
