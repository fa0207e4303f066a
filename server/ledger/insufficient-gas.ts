import { ApiError, MESSAGES } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'
import type { GasShortage } from './contract'

/** The refusal of a transaction whose gas neither the balance nor the day's budget covers, with its figures. */
export function insufficientGas({ neededMicros, availableMicros }: Shortage): ApiError {
  const data: GasShortage = { neededUsd: formatUsd(neededMicros), availableUsd: formatUsd(availableMicros) }
  return new ApiError('payment_required', MESSAGES.insufficientGas, { data })
}

type Shortage = { neededMicros: bigint; availableMicros: bigint }
