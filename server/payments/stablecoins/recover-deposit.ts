import { and, eq, inArray, isNull } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentArrivals, paymentSweeps } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { MoveOutcome, RecoverDepositInput } from '@/schemas/payments/stablecoins/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { activeProposal } from '@/server/proposals/active-proposal'
import { decideMoney } from '@/server/proposals/decide-money'
import { requireUnblocked } from '@/server/screening/find-blocked'
import { wake } from '@/server/waking/wake'
import { DEPOSITS_CHANGED, type UnmatchedDeposit } from './find-recovery'
import { queueMove } from './queue-move'
import { dropProposal, findProposal, isMoving, lockRecoveries } from './recovery-proposals'

type RecoverDepositRequest = RecoverDepositInput & { found: UnmatchedDeposit }
type Proposal = NonNullable<Awaited<ReturnType<typeof findProposal>>>

/**
 * Sends unmatched deposits to a recipient, after a second person requested the same deposits and the same recipient.
 * Deposits that arrive or are removed between the two requests do not change the amount. Audited with the reason.
 * Throws forbidden for a repeated request of the same person, failed for a blocked recipient, conflict if the deposits
 * changed or another transfer of the asset is in progress.
 */
export async function recoverDeposit(ctx: OperatorCtx, request: RecoverDepositRequest): Promise<MoveOutcome> {
  const { found, ...detail } = request
  const { toAddress, tokenAddress } = request
  const holding = { walletId: found.signer.id, chainId: found.chain.chainId, tokenAddress }
  await requireUnblocked({ db: ctx.db, businessId: PLATFORM_BUSINESS_ID }, [toAddress], 'toAddress')
  await lockRecoveries(ctx.db, holding)
  const proposed = await findProposal(ctx.db, holding)
  const who = actorName(ctx.actor)
  const same = proposed && isOfSame(proposed, request) ? proposed : null
  const firstDecision = await activeProposal(ctx, {
    proposal: same?.toAddress ?? null,
    proposedBy: same?.createdBy ?? null,
  })
  const isSecond = decideMoney({ valueMinor: null, decision: toAddress, who, proposed: firstDecision }) === 'second'
  // The values that were read from the address must still hold.
  if (isSecond && (await isMoving(ctx.db, holding, found.readAt)))
    throw new ApiError('conflict', 'Another transfer of this asset from the address is in progress: try again later')
  if (proposed && !isSecond) await dropProposal(ctx.db, proposed.id)
  const id = isSecond && same ? await send(ctx, request, same) : await propose(ctx, request)
  if (isSecond) ctx.afterCommit(() => wake(chainDue, { chainId: found.chain.chainId }))
  await appendPlatformAudit(ctx, {
    action: isSecond ? 'payment_stray.rescued' : 'payment_stray.proposed',
    target: id,
    detail: { ...detail, units: found.units.toString() },
  })
  return { state: isSecond ? 'queued' : 'proposed' }
}

/**
 * Whether a proposal sends exactly the requested deposits. A deposit that has left the chain no longer belongs to it.
 */
function isOfSame({ toAddress, units, arrivals }: Proposal, request: RecoverDepositRequest): boolean {
  const ids = new Set(arrivals.flatMap(({ state, depositId }) => (state === 'FOREIGN' ? [depositId] : [])))
  const requestedIds = new Set(request.depositIds)
  const isOfThem =
    ids.size === arrivals.length && ids.size === requestedIds.size && [...requestedIds].every((id) => ids.has(id))
  return isOfThem && toAddress === request.toAddress && units === request.found.units
}

async function propose(ctx: OperatorCtx, request: RecoverDepositRequest): Promise<string> {
  const { found, tokenAddress, toAddress, reason } = request
  const { chain, signer, units } = found
  const id = newId()
  const sweep = { kind: 'RESCUE', walletId: signer.id, chainId: chain.chainId, tokenAddress, units, toAddress } as const
  const createdBy = actorName(ctx.actor)
  await ctx.db
    .insert(paymentSweeps)
    .values({ ...sweep, id, state: 'PROPOSED', reason, createdBy, createdAt: ctx.now() })
  await takeDeposits(ctx, request, id)
  return id
}

/** Makes the deposits those of a proposal. Throws conflict if one was taken, decided or removed meanwhile. */
async function takeDeposits({ db }: OperatorCtx, { depositIds }: RecoverDepositRequest, sweepId: string) {
  const ids = [...new Set(depositIds)]
  if (ids.length === 0) return
  const isFree = and(eq(paymentArrivals.state, 'FOREIGN'), isNull(paymentArrivals.decidedBy))
  const taken = await db
    .update(paymentArrivals)
    .set({ sweepId })
    .where(and(inArray(paymentArrivals.depositId, ids), isFree, isNull(paymentArrivals.sweepId)))
    .returning({ id: paymentArrivals.depositId })
  if (taken.length !== ids.length) throw new ApiError('conflict', DEPOSITS_CHANGED)
}

/** Queues what the first person proposed. */
async function send(
  ctx: OperatorCtx,
  { found, reason }: RecoverDepositRequest,
  { id: proposalId, tokenAddress, units, toAddress, createdBy }: Proposal,
): Promise<string> {
  const { chain, signer, decimals } = found
  const move = { kind: 'RESCUE', signer, decimals, tokenAddress, units, toAddress, reason, createdBy } as const
  const id = await queueMove(ctx, chain, { ...move, approvedBy: actorName(ctx.actor) })
  await ctx.db.update(paymentArrivals).set({ sweepId: id }).where(eq(paymentArrivals.sweepId, proposalId))
  await dropProposal(ctx.db, proposalId)
  return id
}
