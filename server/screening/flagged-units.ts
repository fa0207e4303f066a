import { type SQL, sql } from 'drizzle-orm'

type Holding = { businessId: SQL; walletId: SQL; chainId: SQL; tokenAddress: SQL }

/**
 * Selects, as `units`, the sum of deposits from blocked addresses to a wallet in an asset, in base units, without those
 * that were cleared or reverted. The platform never moves this part of the wallet's balance without a person.
 */
export function flaggedUnits({ businessId, walletId, chainId, tokenAddress }: Holding): SQL {
  return sql`
    select coalesce(sum(e.amount_units), 0) as units from deposits e join deposit_screenings f on f.deposit_id = e.id
    where e.business_id = ${businessId} and e.wallet_id = ${walletId} and e.chain_id = ${chainId} and e.stage <> 'reverted'
      and e.token_address is not distinct from ${tokenAddress} and f.status <> 'CLEARED'`
}
