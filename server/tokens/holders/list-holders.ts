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
  const order = [desc(tokenWallets.balanceUnits), asc(tokenWallets.address)]
  // Pages deep down pass over entries of the index, not over rows.
  const onPage = ctx.db
    .select({ address: tokenWallets.address })
    .from(tokenWallets)
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset(offsetOf(page, pageSize))
    .as('on_page')
  const [counted, rows] = await Promise.all([
    ctx.db.select({ total: count() }).from(tokenWallets).where(where),
    ctx.db
      .select(getTableColumns(tokenWallets))
      .from(onPage)
      .innerJoin(tokenWallets, and(eq(tokenWallets.tokenId, token.id), eq(tokenWallets.address, onPage.address)))
      .where(eq(tokenWallets.businessId, ctx.businessId))
      .orderBy(...order),
  ])
  const supplyUnits = token.totalSupplyUnits
  return toHolderPage({ rows, token, supplyUnits, total: counted[0]?.total ?? 0, page, pageSize, block: read })
}

/** The block our index has read a token's chain to. */
async function readTo(db: Database, { chainId }: TokenRow): Promise<number> {
  const [cursor] = await db
    .select({ block: sql<string>`greatest(${chainCursors.blockNumber}, 0)::text` })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'tokens')))
  return Number(cursor?.block ?? 0)
}
