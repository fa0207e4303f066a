import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenWallets } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { findOwners } from './find-owners'
import { readTokenState } from './read-token-state'

/** The index runs every minute; without a run for this time it is stuck. */
const STALE_MS = 300_000

/**
 * The differences between a Solana token and the index: units of unknown addresses, authorities that the tokenAdmin
 * lacks, and an old snapshot whose balances have changed. Throws RpcUnavailableError, RpcError.
 */
export async function solanaDifferences(db: Database, chain: Chain, { token, now }: { token: TokenRow; now: Date }) {
  const { state } = await readTokenState(chain, token, await findOwners(db, token))
  if (!state) return ['there is no mint']
  const { elsewhereUnits, supplyUnits, lostPowers } = state
  const rows = await db.select().from(tokenWallets).where(eq(tokenWallets.tokenId, token.id))
  const moved = rows.filter(
    ({ address, balanceUnits }) => balanceUnits !== (state.accounts.get(address)?.units ?? 0n),
  ).length
  const isStale = now.getTime() - token.updatedAt.getTime() > STALE_MS
  const isOther = moved > 0 || token.totalSupplyUnits !== supplyUnits
  return [
    ...(elsewhereUnits === 0n ? [] : [`${elsewhereUnits} of ${supplyUnits} units are held by unknown addresses`]),
    ...lostPowers.map((power) => `the tokenAdmin lacks a power (${power})`),
    ...(isStale && isOther ? [`the balances of ${moved} wallets changed since the last read`] : []),
  ]
}
