import { type ApiError, refusal } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'
import type { GasShortage } from './contract'

/** The refusal of a transaction whose gas the balance, or the day's budget, does not cover, with its figures. */
export function insufficientGas(
  code: 'balance_insufficient' | 'gas_budget_spent',
  { neededMicros, availableMicros }: Shortage,
): ApiError {
  const data: GasShortage = { neededUsd: formatUsd(neededMicros), availableUsd: formatUsd(availableMicros) }
  return refusal(code, { data })
}

type Shortage = { neededMicros: bigint; availableMicros: bigint }
