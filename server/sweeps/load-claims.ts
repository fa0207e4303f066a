import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ReadPosition } from '@/server/chains/find-read-position'
import type { WorkerCtx } from '@/server/ctx'
import { flaggedUnits } from '@/server/screening/flagged-units'

const units = z.string().transform((text) => BigInt(text))
const claimsRow = z.object({
  walletId: z.string(),
  /** Deposits from blocked addresses that are not cleared. */
  screenedUnits: units,
  /** Deposits in blocks that are not final. */
  settlingUnits: units,
  /** Transactions that the wallet is about to send, or sent after the block of the balance. */
  sentUnits: units,
  /** A call is in flight or was mined after that block. Its row does not have the moved amount. */
  hasCalls: z.boolean(),
  /** The deposits are still read up to their position, under the same hash. */
  isPositionValid: z.boolean(),
})

/** Claims on the balance of a wallet in an asset, in base units. */
export type BalanceClaims = z.output<typeof claimsRow>

type ClaimsInput = {
  chainId: number
  tokenAddress: string | null
  /** The last block with read deposits, before the balances were read. */
  position: ReadPosition | null
  /** Each wallet, with the block whose balance is judged. */
  wallets: readonly { walletId: string; block: bigint }[]
}

/**
 * The claims on balances, by wallet id. Read them behind the balances: one statement sees every flag of the deposits up
 * to the position.
 */
export async function loadClaims(
  { db }: WorkerCtx,
  { chainId, tokenAddress, position, wallets }: ClaimsInput,
): Promise<ReadonlyMap<string, BalanceClaims>> {
  const walletRows = wallets.map(({ walletId, block }) => ({ wallet_id: walletId, block: block.toString() }))
  const isAsset = sql`token_address is not distinct from ${tokenAddress}::text`
  const flagged = flaggedUnits({
    ...{ businessId: sql`w.business_id`, walletId: sql`w.id`, chainId: sql`${chainId}::int` },
    tokenAddress: sql`${tokenAddress}::text`,
  })
  const rows = await db.execute(sql`
    select w.id as "walletId", screened.units::text as "screenedUnits", (coming.units + seen.units)::text as "settlingUnits",
      (sent.units + landed.units)::text as "sentUnits", sent.has_calls or landed.has_calls as "hasCalls",
      exists (select from chain_cursors c left join chain_blocks b on b.chain_id = c.chain_id and b.consumer = c.consumer and b.depth = c.depth
          and b.number = ${position?.block.toString() ?? null}::numeric
        where c.chain_id = ${chainId} and c.consumer = 'deposits' and c.depth = 0
          and (c.block_number = ${position?.block.toString() ?? null}::numeric and c.block_hash = ${position?.hash ?? null}::text
            or c.block_number > b.number and b.hash = ${position?.hash ?? null}::text)) as "isPositionValid"
    from jsonb_to_recordset(${JSON.stringify(walletRows)}::jsonb) as a(wallet_id uuid, block numeric) join wallets w on w.id = a.wallet_id
      cross join lateral (select coalesce(sum(t.amount_units) filter (where t.${isAsset}), 0) as units,
          coalesce(bool_or(t.call_data is not null and t.stage <> 'awaiting_approval'), false) as has_calls
        from transactions t where t.business_id = w.business_id and t.wallet_id = w.id and t.chain_id = ${chainId} and t.status = 'PENDING'
          and t.stage <> 'mined') sent
      cross join lateral (select coalesce(sum(t.amount_units) filter (where t.${isAsset} and t.type <> 'FLOAT_RETURN'), 0) as units,
          coalesce(bool_or(t.call_data is not null), false) as has_calls
        from transactions t where t.wallet_id = w.id and t.chain_id = ${chainId} and t.block_number > a.block and t.receipt_succeeded is not false
          and not (t.status = 'PENDING' and t.stage <> 'mined')) landed
      cross join lateral (select coalesce(sum(t.amount_units), 0) as units from transactions t
        where t.to_address = w.address and t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage = 'mined'
          and t.business_id = w.business_id and t.${isAsset}) coming
      cross join lateral (select coalesce(sum(e.amount_units), 0) as units from deposits e
        where e.business_id = w.business_id and e.wallet_id = w.id and e.chain_id = ${chainId} and e.stage = 'seen' and e.${isAsset}
          and not exists (select from deposit_screenings f where f.deposit_id = e.id and f.status <> 'CLEARED')) seen
      cross join lateral (${flagged}) screened`)
  return new Map(
    z
      .array(claimsRow)
      .parse([...rows])
      .map((row) => [row.walletId, row]),
  )
}
