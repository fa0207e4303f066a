import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { repeatInBatches } from '@/server/repeat-in-batches'
import { retentionStart } from '@/server/retention-start'

/**
 * Deletes old records of the signer that nothing can need any more: signatures of callers' requests, and those of ended
 * transactions. On EVM chains it waits until the chain has used the nonce. Only the signer may delete them. Returns the
 * numbers of deleted rows.
 */
export async function pruneSigned({ db, now }: WorkerCtx): Promise<{ signatures: number; requests: number }> {
  const before = retentionStart(now()).toISOString()
  const signatures = await repeatInBatches((limit) =>
    db.execute(sql`
      delete from signatures where id = any(array(
        select s.id from signatures s where s.created_at < ${before}::timestamptz and (s.request_id is not null or (
          exists (select from transactions t where t.id = s.transaction_id and t.stage = 'final')
          and (s.nonce is null or exists (
            select from transactions u where u.chain_id = s.chain_id and u.sender_address = s.address and u.nonce >= s.nonce
              and u.stage = 'final' and u.block_number is not null))))
        limit ${limit}::int))`),
  )
  const requests = await repeatInBatches((limit) =>
    db.execute(sql`
      delete from signing_requests where id = any(array(
        select r.id from signing_requests r where r.created_at < ${before}::timestamptz
          and not exists (select from signatures s where s.request_id = r.id)
        limit ${limit}::int))`),
  )
  return { signatures, requests }
}
