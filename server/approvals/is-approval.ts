import { and, eq } from 'drizzle-orm'
import { approvals } from '@/db/schema'

/** This approval, if it is one of the project. */
export function isApproval({ businessId, projectId }: { businessId: string; projectId: string }, approvalId: string) {
  return and(eq(approvals.businessId, businessId), eq(approvals.projectId, projectId), eq(approvals.id, approvalId))
}
