import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { maySend } from '@/server/recovery/is-recovering'

/**
 * The facts that decide whether a transaction may be signed: its row and related rows, as the reading statement sees
 * them.
 */
export const allowanceRow = z.object({
  type: z.string(),
  chainId: z.number(),
  status: z.string(),
  stage: z.string(),
  txHash: z.string().nullable(),
  projectId: z.string().nullable(),
  createdAtMs: z.number(),
  valueUsdMicros: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : BigInt(text))),
  /** Neither its business nor its project is suspended. */
  isOwnerActive: z.boolean(),
  /** A recovery is open, or has to begin in this database. */
  isRecovering: z.boolean(),
  /** A policy of its business or of one of its projects is in force. */
  isUnderPolicy: z.boolean(),
  /** The decision on it; null if none was needed. */
  approval: z.string().nullable(),
  /**
   * Its wallet matches the row's address and index, belongs to the row's business, and was active when the transaction
   * was accepted. The return of a float needs only the match, because it is the platform's transaction from a
   * customer's wallet.
   */
  isWalletOpen: z.boolean(),
  /**
   * The purpose of the wallet that sends it, if the platform owns that wallet; null for a customer's wallet. Read only
   * for another wallet, or for a transaction of the platform itself.
   */
  laneUse: z.string().nullable(),
  /** A transfer of the platform itself, to a wallet of this installation. */
  isToOwn: z.boolean(),
  /** The purpose of the receiving wallet, if the platform owns it. */
  toUse: z.string().nullable(),
  /**
   * Address and nonce of each earlier signature, with the bytes (hexadecimal) and the hash of the other transaction
   * that used the nonce on chain. Both are null if there is none.
   */
  signedBefore: z.array(
    z.object({
      address: z.string(),
      nonce: z.number(),
      takenBy: z.string().nullable(),
      takenHash: z.string().nullable(),
    }),
  ),
})
export type Allowance = z.output<typeof allowanceRow>

/** Accepting a transaction and deactivating its wallet may overlap, and clocks of processes differ. */
const CROSSING = sql.raw(`interval '1 minute'`)

const platformId = sql`${PLATFORM_BUSINESS_ID}::uuid`
/** The recipient is checked only for the types that the platform sends to its own wallets. */
const ownType = sql`t.type in ('GAS_TOPUP', 'FLOAT_RETURN', 'DELEGATE')`

/** The column `allowance` of a row of `transactions t`. */
export const allowanceColumn = () => sql`(select jsonb_build_object(
    'type', t.type, 'chainId', t.chain_id, 'status', t.status, 'stage', t.stage, 'txHash', t.tx_hash, 'projectId', t.project_id,
    'createdAtMs', extract(epoch from t.created_at) * 1000, 'valueUsdMicros', t.value_usd_micros::text, 'isOwnerActive', ${isOwnerActive('t')},
    'isRecovering', not (select ${maySend()}),
    'isUnderPolicy', exists (select from policies p where p.business_id = t.business_id and p.is_active),
    'approval', (select a.status from approvals a where a.transaction_id = t.id),
    'isWalletOpen', coalesce((select (w.business_id = t.business_id or t.type = 'FLOAT_RETURN') and w.address = t.from_address and w.address_index = t.address_index
        and (w.is_active or t.type = 'FLOAT_RETURN' or t.created_at < w.deactivated_at + ${CROSSING})
      from wallets w where w.id = t.wallet_id), false),
    'laneUse', case when t.lane_wallet_id <> t.wallet_id or ${ownType}
      then (select l.purpose from wallets l where l.id = t.lane_wallet_id and l.business_id = ${platformId}) end,
    'isToOwn', ${ownType} and exists (select from wallets r where r.address = t.to_address and r.chain_type = t.chain_type),
    'toUse', case when ${ownType} then (select r.purpose from wallets r where r.address = t.to_address and r.business_id = ${platformId} limit 1) end,
    'signedBefore', case when t.chain_type = 'EVM' then coalesce((select jsonb_agg(jsonb_build_object('address', a.from_address, 'nonce', a.nonce,
        'takenBy', f.raw, 'takenHash', f.tx_hash))
      from transaction_attempts a left join lateral (
        select encode(f.raw_transaction, 'hex') as raw, f.tx_hash from transactions o
        join transaction_attempts f on f.transaction_id = o.id and f.reason = 'found' and f.from_address = a.from_address and f.nonce = a.nonce
        where o.chain_id = a.chain_id and o.sender_address = a.from_address and o.nonce = a.nonce and o.id <> t.id limit 1
      ) f on true
      where a.transaction_id = t.id), '[]'::jsonb) else '[]'::jsonb end
  )) as allowance`
