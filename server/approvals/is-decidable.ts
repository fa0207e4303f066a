import { and, eq, gt, isNull } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { Actor } from '@/server/ctx'
import { isApproval } from './is-approval'
import { selfApprovalReasonOf } from './self-approval-reason-of'

type Decider = { businessId: string; projectId: string; actor: Actor; now: () => Date }

/** The condition under which a person decides: still open, in time, and not about themselves. */
export function isDecidable(decider: Decider, approvalId: string) {
  return and(isApproval(decider, approvalId), isOpenTo(decider))
}

/** As `isDecidable`, of whichever approvals. */
export function isOpenTo(decider: Pick<Decider, 'actor' | 'now'>) {
  return and(
    eq(approvals.status, 'pending'),
    isNull(selfApprovalReasonOf(decider.actor)),
    gt(approvals.expiresAt, decider.now()),
  )
}
