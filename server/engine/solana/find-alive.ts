import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { MAX_PROVEN, proveExpired } from './prove-expired'

const formRow = z.object({
  id: z.uuid(),
  signature: z.string(),
  lastValidBlockHeight: z.string().transform((text) => BigInt(text)),
})

/**
 * Ids of the transactions with an earlier signature that is on chain or may still land, according to the endpoints.
 * Asks about every stored attempt, whatever state its row has.
 */
export async function findAlive(
  ctx: WorkerCtx,
  chain: Chain,
  rows: readonly { id: string }[],
): Promise<ReadonlySet<string>> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const answer = await ctx.db.execute(sql`
    select transaction_id as id, tx_hash as signature, coalesce(last_valid_block_height, 0)::text as "lastValidBlockHeight"
    from transaction_attempts where chain_id = ${chain.chainId}
      and transaction_id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`)
  const forms = z.array(formRow).parse([...answer])
  const expired = new Set<string>()
  for (let from = 0; from < forms.length; from += MAX_PROVEN) {
    const candidates = forms.slice(from, from + MAX_PROVEN).map((form) => ({ current: form, attempts: [form] }))
    for (const signature of (await proveExpired(ctx, chain, candidates)).expired) expired.add(signature)
  }
  return new Set(forms.filter(({ signature }) => !expired.has(signature)).map(({ id }) => id))
}
