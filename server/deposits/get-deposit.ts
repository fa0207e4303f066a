import { and, eq } from 'drizzle-orm'
import { deposits } from '@/db/schema'
import type { DepositView } from '@/schemas/deposits/contract'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { isVisibleTo } from '@/server/wallets/binding'
import { selectDeposits, toView } from './read-deposits'

/** One deposit of the business. Throws not_found. */
export async function getDeposit(ctx: TenantCtx, depositId: string): Promise<DepositView> {
  const [found] = await selectDeposits(ctx.db).where(
    and(eq(deposits.businessId, ctx.businessId), isVisibleTo(ctx), eq(deposits.id, depositId)),
  )
  if (!found) throw notFound('Deposit')
  return toView(found)
}
