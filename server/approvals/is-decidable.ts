import { and, eq, gt, isNull } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { Actor } from '@/server/ctx'
import { barOf } from './bar-of'

type Decider = { businessId: string; projectId: string; actor: Actor; now: () => Date }

/** The condition under which a person decides: still open, in time, and not about themselves. */
export function isDecidable({ businessId, projectId, actor, now }: Decider, approvalId: string) {
  return and(
    eq(approvals.businessId, businessId),
    eq(approvals.projectId, projectId),
    eq(approvals.id, approvalId),
    eq(approvals.status, 'pending'),
    isNull(barOf(actor)),
    gt(approvals.expiresAt, now()),
  )
}
