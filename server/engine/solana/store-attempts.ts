import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { newId } from '@/db/new-id'
import type { ChainLease } from '@/server/chains/cursor'
import { inWorker } from '@/server/ctx'
import { SIGNED_FACTS, signedFacts, traceSigned } from '@/server/engine/note-progress'
import { maySend } from '@/server/recovery/is-recovering'
import type { KnownDatabase } from '@/server/recovery/known-database'

/** A signed transfer that is not stored yet: nothing may send it. */
export type SignedAttempt = {
  transactionId: string
  businessId: string
  walletId: string
  fromAddress: string
  signature: string
  raw: Uint8Array
  lastValidBlockHeight: bigint
  computeUnits: number
  microLamportsPerUnit: bigint
  /** The maximum of fee, priority fee and rent. */
  maxLamports: bigint
  /** The expired signature that it replaces; null for the first one. */
  replaces: string | null
}

declare const stored: unique symbol
/** A signed transfer that is in the database: the only thing `sendAttempts` takes. */
export type StoredAttempt = { id: string; transactionId: string; signature: string; raw: Uint8Array; [stored]: true }

/**
 * Writes signed bytes and their last valid block height, all or none, under the chain's fence. A first signature is
 * stored only while its transfer is queued, a later one only while the expired signature is still the current one. A
 * Solana transaction has no nonce: in a database that was set back meanwhile the transfer waits although it was sent.
 * Throws LeaseLostError.
 */
export async function storeAttempts(
  lease: ChainLease,
  { attempts, database }: { attempts: readonly SignedAttempt[]; database: KnownDatabase },
): Promise<StoredAttempt[]> {
  const rows = attempts.map((attempt) => ({
    id: newId(),
    transaction_id: attempt.transactionId,
    business_id: attempt.businessId,
    wallet_id: attempt.walletId,
    from_address: attempt.fromAddress,
    tx_hash: attempt.signature,
    raw: Buffer.from(attempt.raw).toString('hex'),
    height: attempt.lastValidBlockHeight.toString(),
    compute_units: attempt.computeUnits,
    price: attempt.microLamportsPerUnit.toString(),
    lamports: attempt.maxLamports.toString(),
    replaces: attempt.replaces,
  }))
  const startedAt = new Date()
  const traced = await inWorker(async ({ db }) => {
    const [counts] = await db.execute(sql`
      with r as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, transaction_id uuid, business_id uuid, wallet_id uuid,
          from_address text, tx_hash text, raw text, height numeric, compute_units numeric, price numeric, lamports numeric, replaces text)
      ), fenced as (
        select 1 from chain_cursors
        where chain_id = ${lease.chainId} and consumer = ${lease.consumer} and lease_owner = ${lease.owner} and fence = ${lease.fence}
          and ${maySend(database)} for update
      ), signed as (
        update transactions t set tx_hash = r.tx_hash, sender_address = r.from_address, stage = 'signed',
          signed_at = coalesce(t.signed_at, now()), updated_at = now()
        from r cross join fenced
        where t.id = r.transaction_id and t.status = 'PENDING' and (
          (r.replaces is null and t.stage = 'queued') or (t.tx_hash = r.replaces and t.stage in ('signed', 'broadcast')))
        returning t.trace_context, t.nonce
      ), kept as (
        insert into transaction_attempts (id, business_id, transaction_id, chain_id, from_address, last_valid_block_height, tx_hash,
          raw_transaction, gas_limit, max_fee_per_gas, max_priority_fee_per_gas, reason)
        select id, business_id, transaction_id, ${lease.chainId}::int, from_address, height, tx_hash, decode(raw, 'hex'), compute_units,
          lamports, price, case when replaces is null then 'first' else 'resign' end from r
      ), freed as (
        update lanes set blocked_reason = null from r
        where lanes.chain_id = ${lease.chainId} and lanes.wallet_id = r.wallet_id and lanes.blocked_reason is not null
      )
      select (select count(*)::int from signed) as signed, ${SIGNED_FACTS}`)
    const written = z.object({ signed: z.number(), traced: signedFacts }).parse(counts)
    if (written.signed !== rows.length) {
      throw new LeaseLostError(`chain ${lease.chainId}: another worker moved on`)
    }
    return written.traced
  })
  traceSigned(traced, { chainId: lease.chainId, startedAt })
  return rows.map(({ id, transaction_id, tx_hash }, index) =>
    toStoredAttempt({
      id,
      transactionId: transaction_id,
      signature: tx_hash,
      raw: attempts[index]?.raw ?? new Uint8Array(),
    }),
  )
}

/** An attempt read back from its table, or just committed to it. */
export function toStoredAttempt(attempt: {
  id: string
  transactionId: string
  signature: string
  raw: Uint8Array
}): StoredAttempt {
  return attempt as StoredAttempt // the mark exists in types only: it says that a committed row holds these bytes
}
