import { and, eq } from 'drizzle-orm'
import { approvals } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { approvalTermFrom } from './approval-term'

type Scope = { businessId: string; projectId?: string }

/**
 * Gives every open approval of a project, or of all a business's, the whole time again: none could be decided while it
 * was suspended.
 */
export async function restartTerms({ db, now }: OperatorCtx, { businessId, projectId }: Scope): Promise<void> {
  await db
    .update(approvals)
    .set({ expiresAt: approvalTermFrom(now()) })
    .where(
      and(
        eq(approvals.businessId, businessId),
        projectId === undefined ? undefined : eq(approvals.projectId, projectId),
        eq(approvals.status, 'pending'),
      ),
    )
}
