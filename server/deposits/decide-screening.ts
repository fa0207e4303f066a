import { and, eq, inArray } from 'drizzle-orm'
import { depositScreenings, deposits } from '@/db/schema'
import { sweepRulesDue, webhooksDue } from '@/inngest/events'
import type { DecideScreeningInput } from '@/schemas/deposits/contract'
import type { SCREENING_STATUSES, ScreeningList } from '@/schemas/deposits/words'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { enqueueDepositWallets } from '@/server/handlers/sweeps/enqueue-wallets'
import { wake } from '@/server/waking/wake'
import { publishDepositEvents } from './follow/publish-deposit-events'

type Deciding = DecideScreeningInput & {
  /** The list whose flags the person decides about. */
  list: ScreeningList
  /** The business whose deposit it is; undefined if the person decides for all. */
  businessId: string | undefined
}

/**
 * Clears the flag of a deposit from a blocked address, or keeps it. A kept flag can be cleared later. A cleared flag
 * does not return: sweep rules check the wallet, and the project gets a webhook. Audited in the log of the business.
 * Throws not_found, forbidden for a flag of the platform's list, conflict if it was decided before.
 */
export async function decideScreening(ctx: OperatorCtx, deciding: Deciding): Promise<void> {
  const { depositId, decision, note, list } = deciding
  const [decided] = await ctx.db
    .update(depositScreenings)
    .set({ status: decision, note, decidedBy: actorName(ctx.actor), decidedAt: ctx.now() })
    .where(
      and(
        isDecided(deciding),
        eq(depositScreenings.list, list),
        inArray(depositScreenings.status, statesBefore(decision)),
      ),
    )
    .returning()
  if (!decided) return refuse(ctx, deciding)
  const [deposit] = await ctx.db.select().from(deposits).where(eq(deposits.id, depositId))
  if (!deposit) throw new Error('a flag has no deposit')
  if (decision === 'CLEARED' && deposit.stage === 'confirmed') {
    await publishDepositEvents(ctx.db, { kind: 'wallet.deposit.cleared', ids: [depositId] }, ctx.now())
    await enqueueDepositWallets(ctx.db, [depositId], ctx.now())
    ctx.afterCommit(() => {
      wake(webhooksDue, {})
      wake(sweepRulesDue, {})
    })
  }
  const { businessId, projectId, fromAddress, txHash } = deposit
  const action = decision === 'CLEARED' ? 'deposit.cleared' : 'deposit.kept_flagged'
  await appendAudit(
    { ...ctx, businessId, projectId },
    { action, target: depositId, detail: { note, list, fromAddress, txHash } },
  )
}

/**
 * Throws what `decideScreening` would throw, and decides nothing: not_found, forbidden for a flag of another list,
 * conflict if it was decided before.
 */
export async function requireUndecided(ctx: OperatorCtx, deciding: Deciding): Promise<void> {
  const [row] = await ctx.db.select().from(depositScreenings).where(isDecided(deciding)).for('update')
  if (row?.list !== deciding.list || !statesBefore(deciding.decision).includes(row.status)) await refuse(ctx, deciding)
}

type Status = (typeof SCREENING_STATUSES)[number]

const statesBefore = (decision: DecideScreeningInput['decision']): Status[] =>
  decision === 'KEPT' ? ['FLAGGED'] : ['FLAGGED', 'KEPT']

function isDecided({ depositId, businessId }: Deciding) {
  const ofBusiness = businessId === undefined ? undefined : eq(depositScreenings.businessId, businessId)
  return and(eq(depositScreenings.depositId, depositId), ofBusiness)
}

async function refuse({ db }: OperatorCtx, deciding: Deciding): Promise<never> {
  const [row] = await db.select().from(depositScreenings).where(isDecided(deciding))
  if (!row) throw notFound('Flagged deposit')
  if (row.list !== deciding.list) {
    const who = row.list === 'OPERATOR' ? 'platform: an operator decides' : 'business: an owner of the business decides'
    throw new ApiError('forbidden', `The sender is on the list of the ${who}`)
  }
  throw new ApiError('conflict', `It was decided already: ${row.status === 'CLEARED' ? 'cleared' : 'kept flagged'}`)
}
