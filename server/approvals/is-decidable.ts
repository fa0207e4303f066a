import { and, eq, gt, ne } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { Actor } from '@/server/ctx'
import { actorName } from '@/server/ledger/actor-name'

type Decider = { businessId: string; projectId: string; actor: Actor; now: () => Date }

/** The condition under which a person decides: still open, in time, and not what they asked for themselves. */
export function isDecidable({ businessId, projectId, actor, now }: Decider, approvalId: string) {
  return and(
    eq(approvals.businessId, businessId),
    eq(approvals.projectId, projectId),
    eq(approvals.id, approvalId),
    eq(approvals.status, 'pending'),
    ne(approvals.requestedBy, actorName(actor)),
    gt(approvals.expiresAt, now()),
  )
}
