import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { chains, deposits, paymentArrivals, wallets } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import type { StrayFilter, StrayPage } from './contract'
import { toStray } from './view'

const IS_STRAY = and(
  inArray(paymentArrivals.state, ['FOREIGN', 'REVERTED', 'DOUBTFUL']),
  isNull(paymentArrivals.sweepId),
)

/** What arrived at addresses of payments and is no money of theirs, newest first, until it is sent away. */
export async function listStrays({ db }: OperatorCtx, { page }: StrayFilter): Promise<StrayPage> {
  const [counted] = await db.select({ total: count() }).from(paymentArrivals).where(IS_STRAY)
  const rows = await db
    .select({ arrival: paymentArrivals, deposit: deposits, chainName: chains.name, address: wallets.address })
    .from(paymentArrivals)
    .innerJoin(deposits, eq(deposits.id, paymentArrivals.depositId))
    .innerJoin(chains, eq(chains.chainId, paymentArrivals.chainId))
    .innerJoin(wallets, eq(wallets.id, paymentArrivals.walletId))
    .where(IS_STRAY)
    .orderBy(desc(paymentArrivals.createdAt), desc(paymentArrivals.depositId))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const { items, unreadable } = viewApart(rows, {
    noun: 'deposit',
    idOf: ({ arrival }) => arrival.depositId,
    toView: (row) => toStray({ ...row, arrival: requireSound(paymentArrivals, row.arrival) }),
  })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE, unreadable }
}
