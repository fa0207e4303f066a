import type { GasShortage } from '@/schemas/ledger/contract'
import { type ApiError, refusal } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'

const WALLET = 1

/** The refusal of a transaction whose gas the balance, or the day's budget, does not cover, with its figures. */
export function insufficientGas(
  code: 'balance_insufficient' | 'gas_budget_spent',
  { neededMicros, availableMicros }: Shortage,
): ApiError {
  const data: GasShortage = { neededUsd: formatUsd(neededMicros), availableUsd: formatUsd(availableMicros) }
  // The gas that the platform sponsors a day is part of the Wallet plan.
  return refusal(code, { data, remedy: code === 'balance_insufficient' ? 'balance' : { plan: { productId: WALLET } } })
}

type Shortage = { neededMicros: bigint; availableMicros: bigint }
