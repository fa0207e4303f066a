import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { tokenOperations, tokenPayouts, tokens } from '@/db/schema'
import { type OperationKind, REDEMPTION_INDEX } from '@/schemas/tokens/words'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

/** Operations that change balances and thereby the cost of a redemption. */
const MOVES: readonly OperationKind[] = ['MINT', 'BURN', 'TRANSFER']

type Opening = { token: TokenRow; kind: OperationKind; payout: PayoutRow | undefined }

/**
 * Refuses an operation that conflicts with an open one. A redemption conflicts with changes of balances, and with
 * coupons of later pay dates: it includes the interest accrued until its day, which these coupons would pay again. Call
 * it in the transaction that opens the operation. Throws conflict.
 */
export async function requireCompatible(ctx: ProjectCtx, { token, kind, payout }: Opening): Promise<void> {
  // Only tokens with coupons can be redeemed.
  if (token.yieldParams === null) return
  if (MOVES.includes(kind)) return requireNoRedemption(ctx, token.id)
  if (payout) await requireNoneBeside(ctx, payout)
}

/** Several changes of balances may be open at once, but none together with a redemption. */
async function requireNoRedemption({ db, businessId }: ProjectCtx, tokenId: string): Promise<void> {
  await lockToken({ db, businessId }, tokenId, 'share')
  const [open] = await db
    .select({ id: tokenOperations.id })
    .from(tokenOperations)
    .where(and(isOpen({ businessId, tokenId }), eq(tokenOperations.kind, 'CALL')))
    .limit(1)
  if (open) throw refusal('operation_open', { message: `The principal is being paid back by operation ${open.id}` })
}

/** Serializes coupons and redemptions of one token. */
async function requireNoneBeside(
  { db, businessId }: ProjectCtx,
  { tokenId, index, payDate }: Pick<PayoutRow, 'tokenId' | 'index' | 'payDate'>,
): Promise<void> {
  await lockToken({ db, businessId }, tokenId, 'no key update')
  const isAgainst =
    index === REDEMPTION_INDEX
      ? or(
          inArray(tokenOperations.kind, MOVES),
          and(ne(tokenPayouts.index, REDEMPTION_INDEX), gt(tokenPayouts.payDate, payDate)),
        )
      : and(eq(tokenPayouts.index, REDEMPTION_INDEX), sql`${tokenPayouts.payDate} < ${payDate}`)
  const [open] = await db
    .select({ id: tokenOperations.id, day: tokenPayouts.payDate })
    .from(tokenOperations)
    .leftJoin(tokenPayouts, eq(tokenPayouts.id, tokenOperations.payoutId))
    .where(and(isOpen({ businessId, tokenId }), isAgainst))
    .limit(1)
  if (!open) return
  if (open.day === null)
    throw refusal('operation_open', { message: `Operation ${open.id}, which changes balances, has to end first` })
  const subject = index === REDEMPTION_INDEX ? 'A coupon that is due' : 'The principal'
  throw refusal('operation_open', { message: `${subject} as of ${open.day} is being paid by operation ${open.id}` })
}

async function lockToken(
  { db, businessId }: Pick<ProjectCtx, 'db' | 'businessId'>,
  tokenId: string,
  strength: 'share' | 'no key update',
): Promise<void> {
  const own = and(eq(tokens.businessId, businessId), eq(tokens.id, tokenId))
  await db.select({ id: tokens.id }).from(tokens).where(own).for(strength)
}

function isOpen({ businessId, tokenId }: { businessId: string; tokenId: string }) {
  return and(
    eq(tokenOperations.businessId, businessId),
    eq(tokenOperations.tokenId, tokenId),
    eq(tokenOperations.status, 'PENDING'),
  )
}
