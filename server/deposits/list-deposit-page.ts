import { and, count, eq } from 'drizzle-orm'
import { deposits, wallets } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { offsetOf, PAGE_SIZE, type Page } from '@/server/paging'
import { isSeenBy } from '@/server/wallets/binding'
import type { DepositFilter, DepositView } from './contract'
import { matchesDeposits } from './list-deposits'
import { readDeposits } from './read-deposits'

/** The same list as people leaf through it. */
export async function listDepositPage(
  ctx: TenantCtx,
  { page, token, from, to, ...filter }: DepositFilter,
): Promise<Page<DepositView>> {
  const where = matchesDeposits({
    ...filter,
    ...(token ? { tokenAddress: token } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(to ? { to: new Date(new Date(to).getTime() + MS_PER_DAY) } : {}),
  })
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(deposits)
    .innerJoin(wallets, eq(wallets.id, deposits.walletId))
    .where(and(eq(deposits.businessId, ctx.businessId), isSeenBy(ctx), where))
  const { items, unreadable } = await readDeposits(ctx, { where, limit: PAGE_SIZE, offset: offsetOf(page) })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE, unreadable }
}
