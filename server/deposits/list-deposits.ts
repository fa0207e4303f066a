import { and, eq, gte, isNull, lt, type SQL } from 'drizzle-orm'
import { getAddress, isHex } from 'viem'
import { deposits } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { DepositPage, ListDepositsInput } from './contract'
import { readDeposits } from './read-deposits'

type Filter = Pick<ListDepositsInput, 'walletId' | 'tokenAddress' | 'chainId' | 'stage'> & { from?: Date; to?: Date }

/** A page of the business's deposits, newest first, behind the one that `cursor` names. */
export async function listDeposits(
  ctx: TenantCtx,
  { cursor, limit, from, to, ...filter }: ListDepositsInput,
): Promise<DepositPage & { unreadable: number }> {
  const span = { ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) }
  const where = and(matchesDeposits({ ...filter, ...span }), cursor ? lt(deposits.id, cursor) : undefined)
  // One more than asked for tells whether there are more.
  const { items: found, unreadable } = await readDeposits(ctx, { where, limit: limit + 1, offset: 0 })
  const items = found.slice(0, limit)
  const hasMore = found.length + unreadable > limit
  return { items, pagination: { limit, hasMore, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null }, unreadable }
}

/** What a list of deposits can be narrowed to. */
export function matchesDeposits({ walletId, tokenAddress, chainId, stage, from, to }: Filter): SQL | undefined {
  return and(
    walletId ? eq(deposits.walletId, walletId) : undefined,
    tokenAddress ? ofToken(tokenAddress) : undefined,
    chainId === undefined ? undefined : eq(deposits.chainId, chainId),
    stage && eq(deposits.stage, stage),
    from && gte(deposits.createdAt, from),
    to && lt(deposits.createdAt, to),
  )
}

function ofToken(text: string): SQL {
  if (text === 'native') return isNull(deposits.tokenAddress)
  return eq(deposits.tokenAddress, isHex(text) ? getAddress(text) : text)
}
