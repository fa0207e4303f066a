import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { tokenWallets } from '@/db/schema'
import type { HolderPage } from '@/schemas/tokens/holders/contract'
import type { ProjectCtx } from '@/server/ctx'
import { offsetOf } from '@/server/paging'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { requireToken } from '@/server/tokens/require-token'
import { readHoldersAt } from './read-holders-at'
import { readIndexedBlock } from './read-indexed-block'
import { readSupply } from './read-supply'
import { toHolderPage } from './to-holder'

type Input = { tokenId: string; page: number; pageSize: number; block?: number }

/** The holders of a token, largest first, now or at the end of a block. Throws not_found. */
export async function listHolders(ctx: ProjectCtx, input: Input): Promise<HolderPage> {
  const token = await requireToken(ctx, input.tokenId)
  const indexedBlock = await readIndexedBlock(ctx.db, token)
  const { block, page, pageSize } = input
  if (block !== undefined && block < indexedBlock) return listHoldersAt(ctx, token, { block, page, pageSize })
  const where = and(
    eq(tokenWallets.businessId, ctx.businessId),
    eq(tokenWallets.tokenId, token.id),
    // A literal zero, because Postgres uses a partial index only if it sees the condition.
    sql`${tokenWallets.balanceUnits} > 0`,
  )
  const { walletCount: total } = await readSupply(ctx, { tokenId: token.id })
  const window = pageWindow(total, { page, pageSize })
  const largestFirst = [desc(tokenWallets.balanceUnits), asc(tokenWallets.address)]
  const smallestFirst = [asc(tokenWallets.balanceUnits), desc(tokenWallets.address)]
  // Deep pages skip index entries, not rows.
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
  return toHolderPage({ rows, token, supplyUnits, total, page, pageSize, block: indexedBlock })
}

type PageAtBlock = { block: number; page: number; pageSize: number }

/** The holders of a token at the end of a block, largest first. */
async function listHoldersAt(
  ctx: ProjectCtx,
  token: TokenRow,
  { block, page, pageSize }: PageAtBlock,
): Promise<HolderPage> {
  const tokenId = token.id
  const { supplyUnits, walletCount: total } = await readSupply(ctx, { tokenId, block })
  const rows = await readHoldersAt(ctx, { tokenId, block, ...pageWindow(total, { page, pageSize }) })
  return toHolderPage({ rows, token, supplyUnits, total, page, pageSize, block })
}

/** The position of a page, counted from the nearer end of the index, so that at most half of it is skipped. */
function pageWindow(total: number, { page, pageSize }: { page: number; pageSize: number }) {
  const offset = offsetOf(page, pageSize)
  if (offset <= total / 2) return { fromEnd: false, offset, limit: pageSize }
  const end = Math.min(total, offset + pageSize)
  return { fromEnd: true, offset: Math.max(0, total - end), limit: Math.max(0, end - offset) }
}
