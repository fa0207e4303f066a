import { and, desc, eq, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { getAddress, isHex } from 'viem'
import { depositCounts, deposits, wallets } from '@/db/schema'
import type { ListDepositsInput } from '@/schemas/deposits/contract'
import { isInScope, type Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import { parseSearchTerm } from '@/server/text/parse-search-term'
import { isVisibleTo } from '@/server/wallets/binding'
import { dayOf } from '@/server/window-of'

/** The filters of a list of deposits. */
export type DepositQuery = Pick<ListDepositsInput, 'walletId' | 'tokenAddress' | 'chainId' | 'stage'> & {
  from?: Date
  to?: Date
  search?: string
} & Scoped

type IdsInput = {
  request: DepositQuery
  behind?: SQL | undefined
  limit: number
  offset: number
  /** Whether most deposits of the span match: a scan of all of them is then cheaper than a search for each kind. */
  isDense?: boolean
}
type Kind = Pick<typeof deposits | typeof depositCounts, 'tokenAddress' | 'chainId' | 'stage'>

/**
 * A statement for the ids of one page of deposits into wallets that the caller may see, newest first. Without a wallet
 * it searches an index once for each matching kind (chain, token and stage), so that it reads no more rows than match.
 */
export function findDepositIds(ctx: TenantCtx, { request, behind, limit, offset, isDense = false }: IdsInput): SQL {
  const { walletId, search, tokenAddress, chainId, stage, networkScope } = request
  const isMatch = and(matchesDeposits(ctx, request), behind, isInSeenWallet(ctx))
  const window = sql`limit ${limit}::bigint offset ${offset}::bigint`
  if (isDense || walletId || search || (tokenAddress ?? chainId ?? stage ?? networkScope ?? undefined) === undefined) {
    return sql`select ${deposits.id} from ${deposits} where ${isMatch} order by ${NEWEST_FIRST} ${window}`
  }
  return sql`
    select deposit.id from (
      select distinct ${depositCounts.chainId}, ${tokenOf(depositCounts)} as token, ${depositCounts.stage} from ${depositCounts}
      where ${isCountedAs(ctx, request)} and ${depositCounts.n} > 0
    ) kind cross join lateral (
      select ${deposits.id}, ${deposits.createdAt} from ${deposits}
      where ${isMatch} and ${deposits.chainId} = kind.chain_id and ${tokenOf(deposits)} = kind.token and ${deposits.stage} = kind.stage
      order by ${NEWEST_FIRST} limit ${offset + limit}::bigint
    ) deposit
    order by deposit.created_at desc, deposit.id desc ${window}`
}

/** The deposits of the business that match, into whichever wallet. */
export function matchesDeposits({ businessId }: Pick<TenantCtx, 'businessId'>, request: DepositQuery): SQL | undefined {
  return and(
    eq(deposits.businessId, businessId),
    request.walletId ? eq(deposits.walletId, request.walletId) : undefined,
    request.search ? isFound(request.search) : undefined,
    isOfKind(deposits, request),
    request.from && gte(deposits.createdAt, request.from),
    request.to && lt(deposits.createdAt, request.to),
  )
}

/** Finds complete values only: each has its index. */
function isFound(search: string): SQL | undefined {
  const term = parseSearchTerm(search)
  switch (term?.by) {
    case 'id':
      return eq(deposits.id, term.value)
    case 'hash':
      return eq(deposits.txHash, term.value)
    case 'address':
      return or(
        eq(deposits.fromAddress, term.value),
        sql`${deposits.walletId} in (select ${wallets.id} from ${wallets} where ${wallets.address} = ${term.value} and ${wallets.businessId} = ${deposits.businessId})`,
      )
    default:
      return sql`false`
  }
}

function isCountedAs(ctx: Pick<TenantCtx, 'businessId'>, request: DepositQuery): SQL | undefined {
  return and(isCountedWithin(ctx, request), isOfKind(depositCounts, request))
}

/** Whether a count covers the span exactly; counts of days also include the days in which it begins or ends. */
export function isCountedWithin({ businessId }: Pick<TenantCtx, 'businessId'>, request: DepositQuery): SQL | undefined {
  return and(
    eq(depositCounts.businessId, businessId),
    request.from && gte(depositCounts.day, dayOf(request.from)),
    request.to && lte(depositCounts.day, dayOf(new Date(request.to.getTime() - 1))),
  )
}

/** Whether deposits, or counts of them, match the filters. */
export function isOfKind(columns: Kind, request: DepositQuery): SQL | undefined {
  const { tokenAddress, chainId, stage } = request
  return and(
    isInScope(columns.chainId, request),
    tokenAddress === undefined ? undefined : eq(tokenOf(columns), canonical(tokenAddress)),
    chainId === undefined ? undefined : eq(columns.chainId, chainId),
    stage && eq(columns.stage, stage),
  )
}

/**
 * The expression of the index. Under row-level security Postgres uses no index on `coalesce`, because it treats that as
 * a function that may leak rows.
 */
function tokenOf({ tokenAddress }: Kind): SQL {
  return sql`case when ${tokenAddress} is null then 'native' else ${tokenAddress} end`
}

function canonical(token: string): string {
  return isHex(token) ? getAddress(token) : token
}

/** A subquery per deposit: with a join, Postgres would read all deposits of the visible wallets. */
function isInSeenWallet(ctx: TenantCtx): SQL | undefined {
  const isSeen = isVisibleTo(ctx)
  return isSeen && sql`(select ${isSeen} from ${wallets} where ${wallets.id} = ${deposits.walletId})`
}

export const NEWEST_FIRST = sql`${desc(deposits.createdAt)}, ${desc(deposits.id)}`
