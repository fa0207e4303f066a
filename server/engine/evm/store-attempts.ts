import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { newId } from '@/db/new-id'
import { inWorker } from '@/server/ctx'
import { SIGNED_FACTS, signedFacts, traceSigned } from '@/server/engine/note-progress'

/** A signed transaction that is not stored yet: nothing may send it. */
export type SignedAttempt = {
  transactionId: string
  businessId: string
  /** The wallet whose nonce it uses. */
  fromAddress: string
  nonce: number
  txHash: string
  raw: Uint8Array
  gasLimit: bigint
  /** The highest fee that the first layer may charge for it, in native units. */
  l1FeeUnits: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

declare const stored: unique symbol
/** A signed transaction that is in the database: the only thing `sendAttempts` takes. */
export type StoredAttempt = {
  id: string
  transactionId: string
  laneWalletId: string
  nonce: number
  txHash: string
  rawHex: string
  [stored]: true
}

/** The lease of a lane; its fence says whether it is still held. */
type LaneLease = { walletId: string; fence: number }

export type LaneBatch = {
  lane: LaneLease
  /** Leases of the other wallets that the plan uses. */
  leases: readonly LaneLease[]
  attempts: SignedAttempt[]
  nextNonce: number
}

/**
 * Writes signed bytes, nonces and the lanes' counters in one transaction, under the fence of each lane and each lease.
 * Throws LeaseLostError and writes nothing when one was taken over meanwhile.
 */
export async function storeAttempts(chainId: number, batches: LaneBatch[]): Promise<StoredAttempt[]> {
  const lanes = batches.map(({ lane, nextNonce }) => ({
    wallet_id: lane.walletId,
    fence: lane.fence,
    next_nonce: nextNonce,
  }))
  const rows = batches.flatMap(({ lane, attempts }) =>
    attempts.map((attempt) => ({ ...toRow(attempt), lane_wallet_id: lane.walletId })),
  )
  const leases = new Map(batches.flatMap((batch) => batch.leases.map((lease) => [lease.walletId, lease.fence])))
  const fences = [...leases].map(([wallet_id, fence]) => ({ wallet_id, fence }))
  const startedAt = new Date()
  const traced = await inWorker(async ({ db }) => {
    const [counts] = await db.execute(sql`
      with r as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, transaction_id uuid, business_id uuid,
          from_address text, nonce bigint, tx_hash text, raw text, gas_limit numeric, l1_fee numeric, max_fee numeric, tip numeric,
          lane_wallet_id uuid)
      ), moved_lanes as (
        update lanes set next_nonce = l.next_nonce, blocked_reason = null
        from jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb) as l(wallet_id uuid, fence int, next_nonce bigint)
        where lanes.chain_id = ${chainId} and lanes.wallet_id = l.wallet_id and lanes.fence = l.fence
        returning 1
      ), kept_leases as (
        select 1 from lanes join jsonb_to_recordset(${JSON.stringify(fences)}::jsonb) as f(wallet_id uuid, fence int)
          on lanes.chain_id = ${chainId} and lanes.wallet_id = f.wallet_id and lanes.fence = f.fence
        order by lanes.wallet_id for share of lanes
      ), signed as (
        update transactions t set nonce = r.nonce, sender_address = r.from_address, tx_hash = r.tx_hash, stage = 'signed',
          signed_at = now(), updated_at = now()
        from r where t.id = r.transaction_id and t.stage = 'queued' and t.status = 'PENDING' and t.lane_wallet_id = r.lane_wallet_id
        returning t.trace_context, t.nonce
      ), kept as (
        insert into transaction_attempts (id, business_id, transaction_id, chain_id, from_address, nonce, tx_hash, raw_transaction,
          gas_limit, l1_fee_units, max_fee_per_gas, max_priority_fee_per_gas)
        select id, business_id, transaction_id, ${chainId}::int, from_address, nonce, tx_hash, decode(raw, 'hex'), gas_limit, l1_fee, max_fee, tip from r
        returning 1
      )
      select (select count(*)::int from moved_lanes) as lanes, (select count(*)::int from kept_leases) as leases, (select count(*)::int from signed) as transactions,
        (select count(*)::int from kept) as attempts, ${SIGNED_FACTS}`)
    const written = z
      .object({
        lanes: z.number(),
        leases: z.number(),
        transactions: z.number(),
        attempts: z.number(),
        traced: signedFacts,
      })
      .parse(counts)
    const isOurs = written.lanes === lanes.length && written.leases === fences.length
    if (!isOurs || written.transactions !== rows.length) {
      throw new LeaseLostError(`chain ${chainId}: another worker moved on`)
    }
    return written.traced
  })
  traceSigned(traced, { chainId, startedAt })
  return rows.map((row) => toStoredAttempt(row))
}

/** A replacement of the newest attempt of a transaction, under the same nonce. */
export type Replacement = SignedAttempt & { replacesId: string; reason: 'bump' | 'cancel' }

/**
 * Writes replacements. Each is written only if its transaction is still open and the replaced attempt is still the
 * newest, so that two processes cannot both replace it. Returns the written ones.
 */
export async function storeReplacements(chainId: number, replacements: Replacement[]): Promise<StoredAttempt[]> {
  if (replacements.length === 0) return []
  const rows = replacements.map((each) => ({ ...toRow(each), replaces_id: each.replacesId, reason: each.reason }))
  return inWorker(async ({ db }) => {
    // Lock the rows first, so that this statement reads what the other process committed.
    await db.execute(sql`
      select id from transactions where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(rows.map((row) => row.transaction_id))}::jsonb))
      order by id for update`)
    const kept = await db.execute(sql`
      insert into transaction_attempts (id, business_id, transaction_id, chain_id, from_address, nonce, tx_hash, raw_transaction,
        gas_limit, l1_fee_units, max_fee_per_gas, max_priority_fee_per_gas, reason)
      select r.id, r.business_id, r.transaction_id, ${chainId}::int, r.from_address, r.nonce, r.tx_hash, decode(r.raw, 'hex'), r.gas_limit,
        r.l1_fee, r.max_fee, r.tip, r.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, transaction_id uuid, business_id uuid, from_address text,
        nonce bigint, tx_hash text, raw text, gas_limit numeric, l1_fee numeric, max_fee numeric, tip numeric, replaces_id uuid, reason text)
      join transactions t on t.id = r.transaction_id and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
      where r.replaces_id = (select a.id from transaction_attempts a where a.transaction_id = r.transaction_id
        order by a.created_at desc, a.id desc limit 1)
      on conflict do nothing
      returning transaction_attempts.id, transaction_id, tx_hash, nonce::int as nonce, encode(raw_transaction, 'hex') as raw,
        (select lane_wallet_id from transactions t where t.id = transaction_id) as lane_wallet_id`)
    return storedRows.parse([...kept]).map(toStoredAttempt)
  })
}

function toRow(attempt: SignedAttempt) {
  return {
    id: newId(),
    transaction_id: attempt.transactionId,
    business_id: attempt.businessId,
    from_address: attempt.fromAddress,
    nonce: attempt.nonce,
    tx_hash: attempt.txHash,
    raw: Buffer.from(attempt.raw).toString('hex'),
    gas_limit: attempt.gasLimit.toString(),
    l1_fee: attempt.l1FeeUnits.toString(),
    max_fee: attempt.maxFeePerGas.toString(),
    tip: attempt.maxPriorityFeePerGas.toString(),
  }
}

export const storedRow = z.object({
  id: z.string(),
  transaction_id: z.string(),
  lane_wallet_id: z.string(),
  nonce: z.number(),
  tx_hash: z.string(),
  raw: z.string(),
})
const storedRows = z.array(storedRow)

/** An attempt read back from its table. */
export function toStoredAttempt(row: z.infer<typeof storedRow>): StoredAttempt {
  const { id, nonce } = row
  const attempt = {
    id,
    nonce,
    transactionId: row.transaction_id,
    laneWalletId: row.lane_wallet_id,
    txHash: row.tx_hash,
    rawHex: row.raw,
  }
  return attempt as StoredAttempt // the mark exists in types only: it says that a committed row holds these bytes
}
