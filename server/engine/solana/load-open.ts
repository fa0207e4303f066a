import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import { isEligibleTransaction, readRows, type TransactionSelection } from '@/server/engine/isolate-rows'
import { type StoredAttempt, toStoredAttempt } from './store-attempts'

const units = z.string().transform((text) => BigInt(text))

const openRow = z.object({
  id: z.uuid(),
  stage: z.enum(['signed', 'broadcast', 'mined']),
  signature: z.string(),
  isCurrent: z.boolean(),
  isToken: z.boolean(),
  /** Whether it calls programs with stored instructions. */
  isCall: z.boolean(),
  lastValidBlockHeight: units,
  ageSeconds: z.number(),
  /** Null before the first send. */
  quietSeconds: z.number().nullable(),
  minedSeconds: z.number().nullable(),
  hasFee: z.boolean(),
  maxLamports: units,
  needsOperator: z.boolean(),
  isCancelled: z.boolean(),
})
/** One attempt of a transfer that has not ended. */
export type OpenAttempt = z.infer<typeof openRow>

const MAX_OPEN = 4_000

/** Every attempt of the open transfers, the longest waiting transfers first. */
export async function loadOpen(
  ctx: WorkerCtx,
  chainId: number,
  only: TransactionSelection = null,
): Promise<OpenAttempt[]> {
  const rows = await ctx.db.execute(sql`
    select t.id, t.stage, a.tx_hash as signature, a.tx_hash = t.tx_hash as "isCurrent", t.token_address is not null as "isToken", t.call_data is not null as "isCall",
      coalesce(a.last_valid_block_height, 0)::text as "lastValidBlockHeight",
      extract(epoch from now() - a.created_at)::float8 as "ageSeconds",
      extract(epoch from now() - a.last_sent_at)::float8 as "quietSeconds",
      extract(epoch from now() - t.mined_at)::float8 as "minedSeconds", t.fee_wei is not null as "hasFee",
      a.max_fee_per_gas::text as "maxLamports", t.needs_operator is not null as "needsOperator",
      t.cancel_requested_at is not null as "isCancelled"
    from transactions t join transaction_attempts a on a.transaction_id = t.id
    where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast', 'mined')
      and ${isEligibleTransaction('t', ctx, only)}
    order by t.id, a.created_at limit ${MAX_OPEN}`)
  return readRows(openRow, rows, { now: ctx.now, chainId })
}

/** The stored bytes of attempts, ready to be sent again. */
export async function loadBytes(
  { db }: WorkerCtx,
  chainId: number,
  signatures: readonly string[],
): Promise<StoredAttempt[]> {
  if (signatures.length === 0) return []
  const rows = await db.execute(sql`
    select id, transaction_id, tx_hash, encode(raw_transaction, 'base64') as raw from transaction_attempts
    where chain_id = ${chainId} and tx_hash in (select value from jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))`)
  return z
    .array(z.object({ id: z.string(), transaction_id: z.string(), tx_hash: z.string(), raw: z.string() }))
    .parse([...rows])
    .map((row) =>
      toStoredAttempt({
        id: row.id,
        transactionId: row.transaction_id,
        signature: row.tx_hash,
        raw: Buffer.from(row.raw, 'base64'),
      }),
    )
}
