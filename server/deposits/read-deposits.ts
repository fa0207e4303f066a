import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import { chainCursors, chains, deposits, wallets } from '@/db/schema'
import { readApart } from '@/server/alarms/read-apart'
import type { TenantCtx } from '@/server/ctx'
import { isSeenBy } from '@/server/wallets/binding'
import type { DepositView } from './contract'
import { type DepositFacts, toDepositView } from './view'

type Window = { where: SQL | undefined; limit: number; offset: number }

/** The deposits of a window, newest first, that a caller sees: into wallets it sees. */
export async function readDeposits(ctx: TenantCtx, { where, ...window }: Window) {
  const seen = and(eq(deposits.businessId, ctx.businessId), isSeenBy(ctx), where)
  const { rows, unreadable } = await readApart({
    noun: 'deposit',
    list: async () => {
      const found = ctx.db.select({ id: deposits.id }).from(deposits).innerJoin(wallets, OF_WALLET).where(seen)
      return (await within(found.$dynamic(), window)).map(({ id }) => id)
    },
    read: async (only): Promise<DepositView[]> => {
      const wanted = only === null ? seen : and(seen, inArray(deposits.id, [...only]))
      const found = selectDeposits(ctx.db).where(wanted).$dynamic()
      return (await within(found, only === null ? window : { ...window, offset: 0 })).map(toView)
    },
  })
  return { items: rows, unreadable }
}

const OF_WALLET = eq(wallets.id, deposits.walletId)

/** With all that their views need. */
export function selectDeposits(db: Database) {
  return db
    .select({
      deposit: deposits,
      wallet: { address: wallets.address, addressIndex: wallets.addressIndex },
      chain: { chainType: chains.chainType, network: chains.network },
      headBlock: sql<string | null>`${chainCursors.blockNumber}::text`,
    })
    .from(deposits)
    .innerJoin(wallets, OF_WALLET)
    .innerJoin(chains, eq(chains.chainId, deposits.chainId))
    .leftJoin(chainCursors, and(eq(chainCursors.chainId, deposits.chainId), eq(chainCursors.consumer, 'deposits')))
}

/** A row as it was read, as callers see it. Throws where it cannot be shown. */
export function toView({
  headBlock,
  ...facts
}: Omit<DepositFacts, 'headBlock'> & { headBlock: string | null }): DepositView {
  requireSound(deposits, facts.deposit)
  requireSound(chains, facts.chain)
  return toDepositView({ ...facts, headBlock: headBlock === null ? null : BigInt(headBlock) })
}

type Paged<Found> = { orderBy: (order: SQL) => { limit: (limit: number) => { offset: (offset: number) => Found } } }

function within<Found>(found: Paged<Found>, { limit, offset }: Omit<Window, 'where'>): Found {
  return found.orderBy(desc(deposits.id)).limit(limit).offset(offset)
}
