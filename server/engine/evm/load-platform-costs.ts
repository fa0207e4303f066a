import type { Database } from '@/db/client'
import type { Chain } from '@/server/chains/registry'
import { delegationCosts } from './delegation-costs'
import { isRelayed } from './is-relayed'
import { topUpCosts } from './top-up-costs'

/**
 * The cost of what the platform sent for transactions and their holds cover: delegations and, where a business pays the
 * gas, top-ups. In native units by transaction id; the fee if it is known, otherwise the maximum.
 */
export async function loadPlatformCosts(
  db: Database,
  chain: Chain,
  ids: readonly string[],
): Promise<(id: string) => bigint> {
  const isDebited = chain.gasPolicy === 'debited'
  const delegations = isDebited || isRelayed(chain) ? await delegationCosts(db, ids) : new Map<string, bigint>()
  const topUps = isDebited ? await topUpCosts(db, ids) : new Map<string, bigint>()
  return (id) => (delegations.get(id) ?? 0n) + (topUps.get(id) ?? 0n)
}
