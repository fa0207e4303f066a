import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm'
import { approvals, transactions } from '@/db/schema'
import { isExpectedError } from '@/server/alarms/process-rows'
import { quarantinedIds, recordRowFault } from '@/server/alarms/row-faults'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { canSend, maySend } from '@/server/recovery/is-recovering'
import { failUnapproved } from './fail-unapproved'

const BATCH = 200

/**
 * Fails transactions without a decision in time, the oldest first; returns how many. Those of a chain that is off, or
 * of a suspended project, wait for its return: they cannot be decided meanwhile. So do all during a recovery.
 */
export async function expireApprovals(ctx: WorkerCtx): Promise<number> {
  const { db, now } = ctx
  const served = await listComparedChains()
  const due = await db
    .select({ id: approvals.id, chainId: transactions.chainId })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(
      and(
        isDue(now()),
        notInArray(approvals.id, quarantinedIds('approval', now())),
        inArray(transactions.chainId, [...served.keys()]),
      ),
    )
    .orderBy(asc(approvals.expiresAt))
    .limit(BATCH)
  let expired = 0
  for (const { id, chainId } of due) {
    const chain = served.get(chainId)
    if (!chain) continue
    const isEnded = await expire(ctx, chain, id).catch((error: unknown) => {
      if (isExpectedError(error)) throw error
      recordRowFault({ noun: 'approval', id, chainId }, error, now())
      return false
    })
    if (isEnded) expired += 1
  }
  return expired
}

/**
 * The chains whose state the database knows: on others a transaction that a restored backup has as waiting may have
 * been approved and executed.
 */
async function listComparedChains(): Promise<ReadonlyMap<number, Chain>> {
  const compared = new Map<number, Chain>()
  for (const chain of await listChains()) if (await canSend(chain.chainId)) compared.set(chain.chainId, chain)
  return compared
}

function expire({ now }: WorkerCtx, chain: Chain, id: string): Promise<boolean> {
  return failUnapproved(chain, {
    where: and(eq(approvals.id, id), isDue(now())),
    status: 'expired',
    decidedBy: null,
    note: null,
    error: 'It was not approved in time',
    actor: { type: 'system', id: 'approvals' },
    requestId: randomUUID(),
    now: now(),
  })
}

function isDue(now: Date) {
  return and(eq(approvals.status, 'pending'), lte(approvals.expiresAt, now), isOwnerActive('approvals'), maySend())
}
