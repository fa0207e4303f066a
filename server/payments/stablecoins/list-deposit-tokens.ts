import { asc, eq } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { chains, depositTokens } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import type { DepositTokenView } from './contract'
import { toDepositToken } from './view'

/** Every token that payments are, or were, taken in. */
export async function listDepositTokens({ db }: OperatorCtx): Promise<Rows<DepositTokenView>> {
  const rows = await db
    .select({ token: depositTokens, chainName: chains.name })
    .from(depositTokens)
    .innerJoin(chains, eq(chains.chainId, depositTokens.chainId))
    .orderBy(asc(chains.name), asc(depositTokens.symbol))
  return viewApart(rows, {
    noun: 'deposit token',
    idOf: ({ token }) => token.id,
    toView: ({ token, chainName }) => toDepositToken(requireSound(depositTokens, token), chainName),
  })
}
