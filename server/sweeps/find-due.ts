import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { SWEEP_TRIGGERS } from '@/schemas/sweeps/words'
import type { WorkerCtx } from '@/server/ctx'
import { sweepRuleOf } from '@/server/handlers/sweeps/enqueue-wallets'

const units = z.string().transform((text) => BigInt(text))

const dueRow = z.object({
  businessId: z.string(),
  projectId: z.string(),
  ruleId: z.string(),
  walletId: z.string(),
  trigger: z.enum(SWEEP_TRIGGERS),
  asked: z.number(),
  failures: z.number(),
  /** The reason why the last check ended without a sweep. */
  reason: z.string().nullable(),
  address: z.string(),
  toAddress: z.string(),
  chainId: z.number(),
  tokenAddress: z.string().nullable(),
  symbol: z.string(),
  decimals: z.number(),
  thresholdUnits: units,
  keepUnits: units,
  /** The rule does not sweep the wallet any more. */
  isForeign: z.boolean(),
  /** Solana: a balance that was read before, and its slot. Null for none. */
  observedUnits: units.nullable(),
  observedBlock: units.nullable(),
})
export type DueWallet = z.output<typeof dueRow>

/** Wallets whose rule, project and business are active. */
const DUE = sql`from sweep_wallets s join sweep_rules r on r.id = s.rule_id and r.status = 'ACTIVE' and r.deleted_at is null
    join projects p on p.id = r.project_id and p.status = 'active' join businesses b on b.id = r.business_id and b.status = 'active'
  where s.state = 'DUE'`

/** The wallets that are due for a check, the longest wait first. */
export async function findDue({ db, now }: WorkerCtx, limit: number): Promise<DueWallet[]> {
  const own = sweepRuleOf({ wallet: sql`w`, chainId: sql`d.chain_id`, tokenAddress: sql`d.token_address` })
  const rows = await db.execute(sql`
    with d as (
      select s.*, r.project_id, r.chain_id, r.token_address, r.symbol, r.decimals, r.threshold_units, r.keep_units, r.target_wallet_id
      ${DUE} and s.due_at <= ${now().toISOString()}::timestamptz order by s.due_at, s.rule_id, s.wallet_id limit ${limit}
    )
    select d.business_id as "businessId", d.project_id as "projectId", d.rule_id as "ruleId", d.wallet_id as "walletId", d.trigger, d.asked,
      d.failures, d.reason, w.address, o.address as "toAddress", d.chain_id as "chainId", d.token_address as "tokenAddress", d.symbol, d.decimals,
      d.threshold_units::text as "thresholdUnits", d.keep_units::text as "keepUnits", mine.id is distinct from d.rule_id as "isForeign",
      d.observed_units::text as "observedUnits", d.observed_block::text as "observedBlock"
    from d join wallets w on w.id = d.wallet_id join wallets o on o.id = d.target_wallet_id
      left join lateral (${own}) mine on true
    order by d.due_at, d.rule_id, d.wallet_id`)
  return [...rows].map((row) => dueRow.parse(row))
}

const nextRow = z.object({ at: z.coerce.date().nullable() })

/** The next time at which a wallet, a scheduled rule or a check of balances is due; null without any. */
export async function nextSweepAt({ db }: WorkerCtx): Promise<Date | null> {
  const [row] = await db.execute(sql`
    select least(
      (select min(s.due_at) ${DUE}),
      (select min(case when at is null then check_at else next_run_at end) from sweep_rules where status = 'ACTIVE' and deleted_at is null)
    ) as at`)
  return row === undefined ? null : nextRow.parse(row).at
}
