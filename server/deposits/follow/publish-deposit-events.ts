import { asc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { deposits } from '@/db/schema'
import type { DepositKind } from '@/schemas/deposits/words'
import { selectDeposits, toView } from '@/server/deposits/read-deposits'
import { type OutgoingEvent, publishEvents } from '@/server/webhooks/destinations/publish-events'

/**
 * Writes the events of deposits to the outbox. Call it in the transaction that changes their stage. `confirmed` and
 * `reverted` of one transfer leave in this order. Returns the number of messages; the caller wakes the dispatcher after
 * the commit. Throws if one of them cannot be read, before anything is written.
 */
export async function publishDepositEvents(
  db: Database,
  { kind, ids }: { kind: DepositKind; ids: readonly string[] },
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0
  const found = await selectDeposits(db)
    .where(inArray(deposits.id, [...ids]))
    .orderBy(asc(deposits.id))
  const undone = await countUndone(
    db,
    found.map(({ deposit }) => deposit.id),
  )
  const events = found.filter(isOf(kind)).flatMap((facts): OutgoingEvent[] => {
    const { id, businessId, projectId, chainId, txHash, logIndex, walletId, blockHash, traceContext } = facts.deposit
    if (projectId === null) return []
    const data = toView(facts)
    const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
    const orderKey = `${chainId} ${txHash}`
    const happening = [`${chainId}`, blockHash, txHash, `${logIndex}`, walletId, `${undone.get(id) ?? 0}`]
    return [{ businessId, projectId, kind, source: 'deposit', sourceId: id, body, orderKey, traceContext, happening }]
  })
  return publishEvents(db, events, now)
}

/** Only a flagged deposit is screened. */
function isOf(kind: DepositKind) {
  return ({ screened }: { screened: { status: string } | null }) =>
    kind !== 'wallet.deposit.screened' || (screened !== null && screened.status !== 'CLEARED')
}

const undoneRow = z.object({ id: z.string(), times: z.number() })

/**
 * The number of earlier reversals of each of these transfers in its block: a transfer that is included again after a
 * reorg is reported again.
 */
async function countUndone(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute(sql`
    select d.id, count(*)::int as times from deposits d
    join deposits o on o.tx_hash = d.tx_hash and o.chain_id = d.chain_id and o.block_hash = d.block_hash and o.wallet_id = d.wallet_id
      and o.log_index is not distinct from d.log_index and o.id <> d.id and o.stage = 'reverted'
    where d.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) group by d.id`)
  return new Map(
    z
      .array(undoneRow)
      .parse([...rows])
      .map(({ id, times }) => [id, times]),
  )
}
