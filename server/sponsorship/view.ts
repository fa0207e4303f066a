import type { GasBudgetUse, GasBudgetView } from '@/schemas/sponsorship/contract'
import { formatUsd } from '@/server/money/usd'

/** Sums of micro-dollars as statements write them. */
type Sums = { daily: string; spent: string; reserved: string }

export type GasBudgetRow = Sums & { chainId: number; isSet: boolean }
export type GasBudgetUseRow = Sums & { businessId: string; businessName: string }

export function toGasBudget(row: GasBudgetRow, chainName: string): GasBudgetView {
  return { chainId: row.chainId, chainName, ...toDollars(row), isSet: row.isSet }
}

export function toGasBudgetUse(row: GasBudgetUseRow): GasBudgetUse {
  return { businessId: row.businessId, businessName: row.businessName, ...toDollars(row) }
}

function toDollars({ daily, spent, reserved }: Sums) {
  const left = BigInt(daily) - BigInt(spent) - BigInt(reserved)
  return {
    daily: formatUsd(BigInt(daily)),
    spent: formatUsd(BigInt(spent)),
    reserved: formatUsd(BigInt(reserved)),
    left: formatUsd(left > 0n ? left : 0n),
  }
}
