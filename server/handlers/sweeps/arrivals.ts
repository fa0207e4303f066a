import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { sweepRulesDue } from '@/inngest/events'
import { wake } from '@/server/waking/wake'
import { enqueueWallets } from './enqueue-wallets'

/** Has rules look at the wallets of deposits that were just confirmed, in the transaction that confirms them. */
export function enqueueDepositWallets(db: Database, ids: readonly string[], now: Date): Promise<number> {
  const received = sql`select wallet_id, chain_id, token_address from deposits
    where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  return enqueueWallets(db, { received, trigger: 'deposit', now })
}

type Ending = { ended: readonly TransactionRow[]; now: Date }

/** Has rules look at wallets that their own business has just sent something to: such transfers are no deposits. */
export async function enqueueRecipientWallets(db: Database, { ended, now }: Ending): Promise<void> {
  const done = ended.filter(({ status, projectId }) => status === 'COMPLETED' && projectId !== null)
  if (done.length === 0) return
  const rows = done.map(({ businessId, toAddress, chainId, tokenAddress, chainType }) => ({
    ...{ business_id: businessId, to_address: toAddress, chain_id: chainId, token_address: tokenAddress },
    chain_type: chainType,
  }))
  const received = sql`select o.id as wallet_id, t.chain_id, t.token_address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(business_id uuid, to_address text, chain_id int, token_address text, chain_type text)
      join wallets o on o.business_id = t.business_id and o.chain_type = t.chain_type and o.address = t.to_address`
  if ((await enqueueWallets(db, { received, trigger: 'transfer', now })) > 0) wake(sweepRulesDue, {})
}
