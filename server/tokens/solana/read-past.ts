import { and, desc, eq, ne } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenEvents, tokenPayouts } from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import type { Chain } from '@/server/chains/registry'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { readBalancesSince } from '@/server/chains/solana/read-balances-since'
import { secondsOf } from '@/server/tokens/chain-day'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { mintAuthorityOf } from './mint-authority-of'
import type { TokenState } from './read-token-state'

/** The balances at a time between two snapshots, for holders whose balance changed since the earlier one. */
export type PastState = { slot: bigint; seconds: number; units: ReadonlyMap<string, bigint> }

/**
 * The balances at record times since the last snapshot. A coupon is owed to the holders at its record time, and
 * snapshots rarely fall on one. So the first read after it reads the movements in between from the cluster. Null if no
 * record time passed; otherwise one state for each with movements. Throws RpcUnavailableError, RpcError.
 */
export async function readPast(
  db: Database,
  chain: Chain,
  { token, state }: { token: TokenRow; state: TokenState },
): Promise<PastState[] | null> {
  const [last] = await db
    .select({ slot: tokenEvents.blockNumber, seconds: tokenEvents.blockTime })
    .from(tokenEvents)
    .where(eq(tokenEvents.tokenId, token.id))
    .orderBy(desc(tokenEvents.blockNumber))
    .limit(1)
  const payouts = await db
    .select({ payDate: tokenPayouts.payDate })
    .from(tokenPayouts)
    .where(and(eq(tokenPayouts.tokenId, token.id), ne(tokenPayouts.index, REDEMPTION_INDEX)))
  const passed = payouts
    .map(({ payDate }) => secondsOf(payDate) - 1)
    .filter((moment) => moment >= (last?.seconds ?? 0) && moment < state.seconds)
    .sort((one, other) => one - other)
  const until = passed.at(-1)
  if (until === undefined) return null
  const { mint, programId } = mintAuthorityOf(token)
  const done = await readBalancesSince(chain, { mint, after: last?.slot ?? -1n, until })
  const accountOf = new Map(
    [...state.accounts.keys()].map((owner) => [owner, associatedAccount({ owner, mint, programId })]),
  )
  return passed.flatMap((moment) => {
    const by = done.filter(({ seconds }) => seconds <= moment)
    const newest = by.at(-1)
    if (!newest) return []
    const held = new Map(by.flatMap(({ units }) => [...units]))
    const units = [...accountOf].flatMap(([owner, account]): [string, bigint][] => {
      const has = held.get(account)
      return has === undefined ? [] : [[owner, has]]
    })
    return [{ slot: newest.slot, seconds: newest.seconds, units: new Map(units) }]
  })
}
