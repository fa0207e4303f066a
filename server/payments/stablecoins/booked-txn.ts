import { type SQL, sql } from 'drizzle-orm'

/**
 * The provider transaction that an arrival is booked under, for a query over `payment_arrivals`: its own, or for money
 * that arrived again that of the reverted arrival. Each reverted arrival matches once. Null if there is none.
 */
export const BOOKED_TXN: SQL<string | null> = sql<string | null>`case payment_arrivals.state
  when 'REVERTED' then payment_arrivals.provider_txn_id
  when 'DOUBTFUL' then (select p.provider_txn_id from payment_arrivals p join deposits g on g.id = p.deposit_id
    where p.state = 'REVERTED' and p.wallet_id = payment_arrivals.wallet_id and p.chain_id = payment_arrivals.chain_id
      and p.token_address = payment_arrivals.token_address and p.units = payment_arrivals.units
      and g.tx_hash = (select tx_hash from deposits where id = payment_arrivals.deposit_id) and (p.decision is null or p.decision not like 'same:%')
    order by p.decided_by is not null, p.provider_txn_id <> payment_arrivals.provider_txn_id, p.deposit_id limit 1) end`
