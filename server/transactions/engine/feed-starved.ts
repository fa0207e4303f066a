import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import type { Sent } from './send-attempts'
import { requestTopUps } from './top-up'

const needRow = z.object({ address: z.string(), units: z.string() })

/** Asks for gas for wallets whose signed transactions the nodes refuse because they cannot be paid for. */
export async function feedStarved(ctx: WorkerCtx, chain: Chain, sent: Sent[]): Promise<void> {
  const starved = sent.filter(({ outcome }) => outcome === 'starved').map(({ attempt }) => attempt.id)
  if (starved.length === 0) return
  const needs = await ctx.db.execute(sql`
    select from_address as address, sum(gas_limit * max_fee_per_gas)::text as units from transaction_attempts
    where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(starved)}::jsonb)) group by 1`)
  await requestTopUps(
    ctx,
    chain,
    z
      .array(needRow)
      .parse([...needs])
      .map(({ address, units }) => ({ lane: { address }, shortUnits: BigInt(units) })),
  )
}
