import type { TransactionRow } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'

type Decided = { rows: readonly TransactionRow[]; refused: number; requestedBy: string; note: string }

/** The audit log's detail of a decision on a batch; its lines are found by the batch. */
export function batchDetail({ rows, refused, requestedBy, note }: Decided): Record<string, unknown> {
  const priced = rows.flatMap(({ valueUsdMicros }) => valueUsdMicros ?? [])
  const total = priced.reduce((sum, micros) => sum + micros, 0n)
  return {
    lines: rows.length,
    refused,
    totals: totalsOf(rows),
    valueUsd: priced.length === rows.length ? formatUsd(total) : null,
    requestedBy,
    note: note || null,
  }
}

function totalsOf(rows: readonly TransactionRow[]) {
  const totals = new Map<string, { first: TransactionRow; units: bigint; lines: number }>()
  for (const row of rows) {
    const key = `${row.chainId} ${row.tokenAddress ?? ''}`
    const existing = totals.get(key) ?? { first: row, units: 0n, lines: 0 }
    totals.set(key, { ...existing, units: existing.units + row.amountUnits, lines: existing.lines + 1 })
  }
  return [...totals.values()].map(({ first: { chainId, tokenAddress, decimals }, units, lines }) => ({
    ...{ chainId, tokenAddress, lines },
    amount: formatAmount(units, decimals),
  }))
}
