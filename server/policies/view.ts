import { z } from 'zod'
import type { auditLog, policies } from '@/db/schema'
import type { PolicyChangeView, PolicyView } from '@/schemas/policies/contract'
import { formatUsd } from '@/server/money/usd'
import type { SpentParts } from './sum-spent'

export type PolicyRow = typeof policies.$inferSelect

/** The rules as people read them. */
export function toRules(row: PolicyRow) {
  return {
    isActive: row.isActive,
    perTransactionUsd: usdOrNull(row.perTransactionMicros),
    dailyUsd: usdOrNull(row.dailyMicros),
    approvalAboveUsd: usdOrNull(row.approvalAboveMicros),
    recipients: row.allowedRecipients,
    methods: row.allowedMethods,
  } satisfies Partial<PolicyView>
}

/** The state of a project that never had a policy. */
export const NO_RULES: ReturnType<typeof toRules> = {
  isActive: false,
  perTransactionUsd: null,
  dailyUsd: null,
  approvalAboveUsd: null,
  recipients: null,
  methods: null,
}

export function toPolicy(
  row: PolicyRow | null,
  { spent, updatedBy }: { spent: SpentParts; updatedBy: string | null },
): PolicyView {
  return {
    ...(row ? toRules(row) : NO_RULES),
    version: row?.updatedAt.toISOString() ?? null,
    updatedBy,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    spentUsd: formatUsd(spent.totalMicros),
    spentOnTestnetsUsd: formatUsd(spent.testnetMicros),
    spentByTokensUsd: formatUsd(spent.tokenMicros),
    spentByPayoutsUsd: formatUsd(spent.payoutMicros),
    spentPercent: percentOf(spent.totalMicros, row?.dailyMicros ?? null),
  }
}

/** Rounded down, so that 100 means that nothing is left. */
function percentOf(spentMicros: bigint, limitMicros: bigint | null): number | null {
  if (limitMicros === null) return null
  if (spentMicros >= limitMicros) return 100
  return Number((spentMicros * 100n) / limitMicros)
}

function usdOrNull(micros: bigint | null): string | null {
  return micros === null ? null : formatUsd(micros)
}

const detail = z.object({ changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })) })

/** `by`: the display name of the person who changed it. */
export function toPolicyChange(row: typeof auditLog.$inferSelect, by: string): PolicyChangeView {
  return {
    seq: row.seq,
    by,
    at: row.createdAt.toISOString(),
    changes: detail.safeParse(row.detail).data?.changes ?? {},
  }
}
