import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainCursors, tokenWallets } from '@/db/schema'
import { offsetOf } from '@/server/paging'
import type { TokenRow } from '../operations/plan'
import { type ProjectCtx, requireToken } from '../require-token'
import type { HolderPage } from './contract'
import { listHoldersAt } from './list-holders-at'
import { toHolderPage } from './to-holder'

type Wanted = { tokenId: string; page: number; pageSize: number; block?: number }

/** Who holds a token, the largest first: as our index has it, or as of the end of a block. Throws not_found. */
export async function listHolders(ctx: ProjectCtx, wanted: Wanted): Promise<HolderPage> {
  const token = await requireToken(ctx, wanted.tokenId)
  const read = await readTo(ctx.db, token)
  const { block, page, pageSize } = wanted
  if (block !== undefined && block < read) return listHoldersAt(ctx, token, { block, page, pageSize })
  const where = and(
    eq(tokenWallets.businessId, ctx.businessId),
    eq(tokenWallets.tokenId, token.id),
    // As a parameter it would not be known to be what the index is about.
    sql`${tokenWallets.balanceUnits} > 0`,
  )
  const [counted] = await ctx.db.select({ total: count() }).from(tokenWallets).where(where)
  const total = counted?.total ?? 0
  const window = windowOf(total, { page, pageSize })
  const largestFirst = [desc(tokenWallets.balanceUnits), asc(tokenWallets.address)]
  const smallestFirst = [asc(tokenWallets.balanceUnits), desc(tokenWallets.address)]
  // Pages deep down pass over entries of the index, not over rows.
  const onPage = ctx.db
    .select({ address: tokenWallets.address })
    .from(tokenWallets)
    .where(where)
    .orderBy(...(window.fromEnd ? smallestFirst : largestFirst))
    .limit(window.limit)
    .offset(window.offset)
    .as('on_page')
  const rows = await ctx.db
    .select(getTableColumns(tokenWallets))
    .from(onPage)
    .innerJoin(tokenWallets, and(eq(tokenWallets.tokenId, token.id), eq(tokenWallets.address, onPage.address)))
    .where(eq(tokenWallets.businessId, ctx.businessId))
    .orderBy(...largestFirst)
  const supplyUnits = token.totalSupplyUnits
  return toHolderPage({ rows, token, supplyUnits, total, page, pageSize, block: read })
}

/** Which part of the index a page is, counted from its nearer end: nothing lies more than half of it away. */
function windowOf(total: number, { page, pageSize }: Pick<Wanted, 'page' | 'pageSize'>) {
  const offset = offsetOf(page, pageSize)
  if (offset <= total / 2) return { fromEnd: false, offset, limit: pageSize }
  const end = Math.min(total, offset + pageSize)
  return { fromEnd: true, offset: Math.max(0, total - end), limit: Math.max(0, end - offset) }
}

/** The block our index has read a token's chain to. */
async function readTo(db: Database, { chainId }: TokenRow): Promise<number> {
  const [cursor] = await db
    .select({ block: sql<string>`greatest(${chainCursors.blockNumber}, 0)::text` })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'tokens')))
  return Number(cursor?.block ?? 0)
}
