import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

export type GasNeed = {
  lane: { address: string }
  shortUnits: bigint
  /** The first transaction that waits for it. */
  servedTransactionId: string | null
}

/**
 * If the platform pays, a wallet gets this multiple of what it lacks, so that a busy one does not wait for each batch.
 * If a business pays, the wallet gets only what it lacks, because that amount is held from the balance and more could
 * stay unused.
 */
const AHEAD = 4n
/**
 * Short again within this number of minutes: twice the last amount. The unused float of a wallet stays below its recent
 * use.
 */
const COOLDOWN_MINUTES = 10
/** No block can contain a top-up so soon. */
const ONE_AT_A_TIME_SECONDS = 1

const grownRow = z.object({
  address: z.string(),
  units: z.string().transform((text) => BigInt(text)),
  served: z.string().nullable(),
})

/**
 * The amount that each wallet gets, stored on its lane. Skips wallets with a pending top-up, or with one that another
 * worker has just stored.
 */
export async function growTopUps(
  { db }: WorkerCtx,
  chain: Chain,
  needs: GasNeed[],
): Promise<z.infer<typeof grownRow>[]> {
  if (needs.length === 0) return []
  const isAhead = chain.gasPolicy === 'sponsored'
  const needRows = needs.map(({ lane, shortUnits, servedTransactionId }) => {
    const ahead = isAhead ? shortUnits * AHEAD : 0n
    const bounded = ahead < chain.gasTargetUnits ? ahead : chain.gasTargetUnits
    const units = bounded > shortUnits ? bounded : shortUnits
    return { address: lane.address, units: units.toString(), served: servedTransactionId }
  })
  const rows = await db.execute(sql`
    update lanes l set topped_up_at = now(), last_top_up_units = greatest(n.units, case
      when ${isAhead} and l.topped_up_at > now() - make_interval(mins => ${COOLDOWN_MINUTES})
      then least(2 * l.last_top_up_units, ${chain.gasTargetUnits.toString()}::numeric) end)
    from jsonb_to_recordset(${JSON.stringify(needRows)}::jsonb) as n(address text, units numeric, served uuid)
    where l.chain_id = ${chain.chainId} and l.address = n.address
      and (l.topped_up_at is null or l.topped_up_at < now() - make_interval(secs => ${ONE_AT_A_TIME_SECONDS}))
      and not exists (select 1 from transactions t where t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP' and t.status = 'PENDING')
    returning l.address, l.last_top_up_units::text as units, n.served`)
  return z.array(grownRow).parse([...rows])
}
