import { and, eq, gt, isNull } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { Actor } from '@/server/ctx'
import { barOf } from './bar-of'
import { isApproval } from './is-approval'

type Decider = { businessId: string; projectId: string; actor: Actor; now: () => Date }

/** The condition under which a person decides: still open, in time, and not about themselves. */
export function isDecidable(decider: Decider, approvalId: string) {
  return and(
    isApproval(decider, approvalId),
    eq(approvals.status, 'pending'),
    isNull(barOf(decider.actor)),
    gt(approvals.expiresAt, decider.now()),
  )
}
