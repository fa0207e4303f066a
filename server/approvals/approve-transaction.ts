import { chainDue } from '@/inngest/events'
import type { DecisionInput } from '@/schemas/approvals/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { requireUnblockedRow } from '@/server/screening/find-blocked'
import { wake } from '@/server/waking/wake'
import { decisionDetail } from './decision-detail'
import { letGo } from './let-go'
import { lockReach } from './reachable-wallet'

/**
 * Lets a transaction go that waited for a second person. The policy of now judges it again, all but the threshold:
 * rules may be stricter than when it was asked for, and the 24 hours are others. Throws not_found, forbidden (about
 * oneself), and conflict (decided already, too late, its wallet bound to another project since). Throws failed, and
 * leaves the approval open, if the policy refuses it now or an address is blocked.
 */
export async function approveTransaction(ctx: ProjectCtx, input: DecisionInput): Promise<void> {
  const { approval, transaction } = await letGo(ctx, {
    ...input,
    check: async (row) => {
      const requireReach = await lockReach(ctx, [row])
      requireReach(row)
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
