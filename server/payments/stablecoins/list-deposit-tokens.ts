import { asc, eq } from 'drizzle-orm'
import { chains, depositTokens } from '@/db/schema'
import type { DepositTokenView } from '@/schemas/payments/stablecoins/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toDepositToken } from './view'

/** Every token that payments are or were accepted in. */
export async function listDepositTokens({ db }: OperatorCtx): Promise<Rows<DepositTokenView>> {
  const rows = await db
    .select({ token: depositTokens, chainName: chains.name })
    .from(depositTokens)
    .innerJoin(chains, eq(chains.chainId, depositTokens.chainId))
    .orderBy(asc(chains.name), asc(depositTokens.symbol))
  return { items: rows.map(({ token, chainName }) => toDepositToken(token, chainName)) }
}
