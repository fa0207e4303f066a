import { and, count, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type SweepRuleRow, type SweepWalletRow, sweepWallets, wallets } from '@/db/schema'
import type { SweepRuleView, SweepWalletView } from '@/schemas/sweeps/contract'
import { formatAmount } from '@/server/money/amount'

/** The public views of rules, in the same order, with the target's address and the number of held wallets. */
export async function toRuleViews(db: Database, rows: readonly SweepRuleRow[]): Promise<SweepRuleView[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const targets = await db
    .select({ id: wallets.id, address: wallets.address, chainType: wallets.chainType })
    .from(wallets)
    .where(
      inArray(
        wallets.id,
        rows.map(({ targetWalletId }) => targetWalletId),
      ),
    )
  const held = await db
    .select({ ruleId: sweepWallets.ruleId, n: count() })
    .from(sweepWallets)
    .where(and(inArray(sweepWallets.ruleId, ids), eq(sweepWallets.state, 'HELD')))
    .groupBy(sweepWallets.ruleId)
  const targetOf = new Map(targets.map((target) => [target.id, target]))
  const heldOf = new Map(held.map(({ ruleId, n }) => [ruleId, n]))
  return rows.map((row) => {
    const target = targetOf.get(row.targetWalletId)
    if (!target) throw new Error(`rule ${row.id} has no target`)
    return toRuleView(row, target, heldOf.get(row.id) ?? 0)
  })
}

/** A wallet that a rule is processing. */
export function toSweepWallet(row: SweepWalletRow, address: string): SweepWalletView {
  const { walletId, state, trigger, dueAt, failures, reason } = row
  return { walletId, address, state, trigger, dueAt: dueAt.toISOString(), failures, reason }
}

function toRuleView(
  row: SweepRuleRow,
  { address, chainType }: Pick<typeof wallets.$inferSelect, 'address' | 'chainType'>,
  heldWallets: number,
): SweepRuleView {
  const { at, timeZone, decimals } = row
  return {
    id: row.id,
    projectId: row.projectId,
    chainType,
    chainId: row.chainId,
    tokenAddress: row.tokenAddress ?? undefined,
    symbol: row.symbol,
    purpose: row.purpose,
    toAddress: address,
    threshold: formatAmount(row.thresholdUnits, decimals),
    keep: formatAmount(row.keepUnits, decimals),
    schedule: at === null || timeZone === null ? null : { at, timeZone },
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    status: row.status,
    stoppedReason: row.stoppedReason,
    heldWallets,
    reference: row.reference ?? undefined,
    metadata: row.metadata ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
