import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentArrivals, paymentSweeps } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { MoveOutcome, RecoverDepositInput } from '@/schemas/payments/stablecoins/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { isSecondPerson } from '@/server/proposals/is-second-person'
import { requireUnblocked } from '@/server/screening/find-blocked'
import { wake } from '@/server/waking/wake'
import type { UnmatchedDeposit } from './find-recovery'
import { queueMove } from './queue-move'

type RecoverDepositRequest = RecoverDepositInput & { found: UnmatchedDeposit }

/**
 * Sends an unmatched deposit to a recipient, once a second person names the same one. Audited with the reason. Throws
 * failed for a repeated request of the same person or a blocked recipient, conflict if a transfer is queued already.
 */
export async function recoverDeposit(ctx: OperatorCtx, request: RecoverDepositRequest): Promise<MoveOutcome> {
  const { found, ...detail } = request
  await requireUnblocked({ db: ctx.db, businessId: PLATFORM_BUSINESS_ID }, [request.toAddress], 'toAddress')
  const who = actorName(ctx.actor)
  const proposed = await lockProposed(ctx, request)
  const kept = { proposal: proposed?.toAddress ?? null, proposedBy: proposed?.createdBy ?? null }
  const isSecond = isSecondPerson(kept, { proposal: request.toAddress, who })
  if (proposed) await ctx.db.delete(paymentSweeps).where(eq(paymentSweeps.id, proposed.id))
  const id = isSecond && proposed ? await send(ctx, request, proposed.createdBy) : await propose(ctx, request)
  if (isSecond) ctx.afterCommit(() => wake(chainDue, { chainId: found.chain.chainId }))
  await appendPlatformAudit(ctx, {
    action: isSecond ? 'payment_stray.rescued' : 'payment_stray.proposed',
    target: id,
    detail,
  })
  return { state: isSecond ? 'queued' : 'proposed' }
}

async function lockProposed({ db }: OperatorCtx, { found, tokenAddress }: RecoverDepositRequest) {
  const isOfToken =
    tokenAddress === null ? isNull(paymentSweeps.tokenAddress) : eq(paymentSweeps.tokenAddress, tokenAddress)
  const isHere = and(eq(paymentSweeps.walletId, found.signer.id), eq(paymentSweeps.chainId, found.chain.chainId))
  const [row] = await db
    .select()
    .from(paymentSweeps)
    .where(and(isHere, isOfToken, eq(paymentSweeps.state, 'PROPOSED')))
    .for('update')
  return row
}

async function propose(
  ctx: OperatorCtx,
  { found, tokenAddress, toAddress, reason }: RecoverDepositRequest,
): Promise<string> {
  const { chain, signer, units } = found
  const id = newId()
  const what = {
    kind: 'RESCUE' as const,
    walletId: signer.id,
    chainId: chain.chainId,
    tokenAddress,
    units,
    toAddress,
    reason,
  }
  const createdAt = ctx.now()
  await ctx.db
    .insert(paymentSweeps)
    .values({ ...what, id, state: 'PROPOSED', createdBy: actorName(ctx.actor), createdAt })
  return id
}

async function send(
  ctx: OperatorCtx,
  { found, ...request }: RecoverDepositRequest,
  createdBy: string,
): Promise<string> {
  const { chain, ...what } = found
  const { tokenAddress, toAddress, reason } = request
  const approvedBy = actorName(ctx.actor)
  const move = { ...what, kind: 'RESCUE' as const, tokenAddress, toAddress, reason, createdBy, approvedBy }
  const id = await queueMove(ctx, chain, move)
  const isOfToken =
    tokenAddress === null ? isNull(paymentArrivals.tokenAddress) : eq(paymentArrivals.tokenAddress, tokenAddress)
  await ctx.db
    .update(paymentArrivals)
    .set({ sweepId: id })
    .where(
      and(
        eq(paymentArrivals.walletId, what.signer.id),
        eq(paymentArrivals.chainId, chain.chainId),
        eq(paymentArrivals.state, 'FOREIGN'),
        isOfToken,
        isNull(paymentArrivals.sweepId),
      ),
    )
  return id
}
