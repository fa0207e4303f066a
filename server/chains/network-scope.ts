import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The networks that a person selected in the portal; all without a selection. `/v1` has no such scope. */
export type NetworkScope = 'MAINNET' | 'TESTNET'

/** The input of verbs whose rows belong to chains. */
export type Scoped = { networkScope?: NetworkScope | null }

/** The cookie that keeps it. */
export const SCOPE_COOKIE = 'slipway-networks'

/** Reads it from the `Cookie` header. */
export function scopeOf(cookies: string | null): NetworkScope | null {
  const found = new RegExp(`(?:^|;\\s*)${SCOPE_COOKIE}=(MAINNET|TESTNET)(?:;|$)`).exec(cookies ?? '')?.[1]
  return found === 'MAINNET' || found === 'TESTNET' ? found : null
}

/** Whether a row's chain is in the scope; undefined if it is in any. */
export function isInScope(chainId: PgColumn, { networkScope }: Scoped): SQL | undefined {
  if (!networkScope) return undefined
  return sql`${chainId} in (select scoped.chain_id from chains scoped where scoped.network = ${networkScope})`
}
