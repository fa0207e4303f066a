import { eq } from 'drizzle-orm'
import { paymentRefunds, payments, projects } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { mailOwners } from '@/server/mail/mail-owners'
import { balanceLink, paymentLink } from '@/server/mail/portal-links'
import { queueInSavepoint } from '@/server/mail/queue-in-savepoint'
import { refundDone } from '@/server/mail/templates/refund-done'
import { refundFailed } from '@/server/mail/templates/refund-failed'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { listProjects } from '@/server/projects/list-projects'

type Ended = {
  refundId: string
  /** The amount credited to the balance; null if the refund has another target. */
  creditedMicros: bigint | null
}

/**
 * Emails the owners once that a refund is completed or failed. Money without an owner has no recipient. Call it in the
 * transaction that ends the refund, after the update. Returns the number of new emails.
 */
export function mailRefund(ctx: WorkerCtx, { refundId, creditedMicros }: Ended): Promise<number> {
  return queueInSavepoint(ctx, `refund ${refundId}`, async () => {
    const [row] = await ctx.db
      .select({ refund: paymentRefunds, paymentRef: payments.paymentRef, projectId: projects.id })
      .from(paymentRefunds)
      .leftJoin(payments, eq(payments.id, paymentRefunds.paymentId))
      .leftJoin(projects, eq(projects.id, payments.projectId))
      .where(eq(paymentRefunds.id, refundId))
    if (!row) throw new Error(`refund ${refundId} does not exist`)
    const { refund, projectId } = row
    const { businessId, paymentId, state, units, reference: refundRef } = refund
    if (state !== 'DONE' && state !== 'FAILED') return 0
    if (paymentId === null && businessId === PLATFORM_BUSINESS_ID) return 0
    const url =
      paymentId && projectId
        ? paymentLink({ projectId, paymentId })
        : balanceLink((await listProjects({ db: ctx.db, businessId }))[0]?.id)
    const facts = { url, paymentRef: row.paymentRef, refundRef }
    const at = refund.endedAt ?? ctx.now()
    const to =
      creditedMicros === null
        ? ({ kind: 'PROVIDER', amountMinor: units } as const)
        : ({ kind: 'BALANCE', amountMicros: creditedMicros } as const)
    return mailOwners(ctx, {
      ...{ businessId, source: 'refund', sourceId: refundId, onceKey: `refund-${state.toLowerCase()}:${refundId}` },
      write: (reader) =>
        state === 'DONE'
          ? refundDone({ ...reader, ...facts, to, doneAt: at })
          : refundFailed({ ...reader, ...facts, amountMinor: units, failedAt: at }),
    })
  })
}
