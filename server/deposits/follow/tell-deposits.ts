import { asc, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { deposits } from '@/db/schema'
import type { DepositKind } from '@/schemas/deposits/words'
import { selectDeposits, toView } from '@/server/deposits/read-deposits'
import { type Telling, tellProjects } from '@/server/webhooks/destinations/tell-projects'

/**
 * Puts into the outbox what became of deposits. Call it in the transaction that changes their stage. `confirmed` and `reverted` of one transfer
 * leave in this order. Returns how many messages were put; the caller wakes the dispatcher once that is committed. Throws where one of them cannot be
 * read, before anything is written.
 */
export async function tellDeposits(
  db: Database,
  { kind, ids }: { kind: DepositKind; ids: readonly string[] },
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0
  const found = await selectDeposits(db)
    .where(inArray(deposits.id, [...ids]))
    .orderBy(asc(deposits.id))
  const tellings = found.flatMap((facts): Telling[] => {
    const { id, businessId, projectId, chainId, txHash, traceContext } = facts.deposit
    if (projectId === null) return []
    const data = toView(facts)
    const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
    const orderKey = `${chainId} ${txHash}`
    return [{ businessId, projectId, kind, source: 'deposit', sourceId: id, body, orderKey, traceContext }]
  })
  return tellProjects(db, tellings, now)
}
