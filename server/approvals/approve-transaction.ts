import { chainDue } from '@/inngest/events'
import type { DecisionInput } from '@/schemas/approvals/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { requireUnblockedRow } from '@/server/screening/find-blocked'
import { wake } from '@/server/waking/wake'
import { applyApproval } from './apply-approval'
import { decisionDetail } from './decision-detail'
import { lockWalletBindings } from './lock-wallet-bindings'

/**
 * Approves a transaction that waits for a second person. Its present policy judges it again, except for the threshold,
 * because rules and the last 24 hours may have changed since. Throws not_found, forbidden (the person's own request),
 * and conflict (decided already, too late, or its wallet was bound to another project). Throws failed, and leaves the
 * approval open, if the policy refuses it now.
 */
export async function approveTransaction(ctx: ProjectCtx, input: DecisionInput): Promise<void> {
  const { approval, transaction } = await applyApproval(ctx, {
    ...input,
    check: async (row) => {
      const requireReachable = await lockWalletBindings(ctx, [row])
      requireReachable(row)
      await requireUnblockedRow(ctx, row)
    },
  })
  await appendAudit(ctx, {
    action: 'transaction.approved',
    target: approval.id,
    detail: decisionDetail(approval, transaction),
  })
  ctx.afterCommit(() => wake(chainDue, { chainId: transaction.chainId }))
}
