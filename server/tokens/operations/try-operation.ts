import type { Tenant } from '@/server/ctx'
import { formatUsd } from '@/server/money/usd'
import { type OperationRefusal, prepareOperation, type RefusablePlan } from './prepare-operation'

/** What would come of an operation now. */
export type Trial = {
  refusal: OperationRefusal | null
  /** What its calls may use of gas together, as text; null where none would be sent. */
  gasLimit: string | null
  /** The most its gas costs, in dollars; null where the platform pays. */
  feeUsd: string | null
}

/** Tries an operation on its chain and opens nothing. Throws as `prepareOperation` does. */
export async function tryOperation(tenant: Tenant, plan: RefusablePlan): Promise<Trial> {
  const { refusal, intents } = await prepareOperation(tenant, plan)
  if (refusal) return { refusal, gasLimit: null, feeUsd: null }
  const gas = intents.reduce((sum, { quote }) => sum + (quote.gasLimit ?? 0n), 0n)
  const fee = intents.reduce((sum, { quote }) => sum + quote.feeHoldMicros, 0n)
  return { refusal: null, gasLimit: gas.toString(), feeUsd: fee === 0n ? null : formatUsd(fee) }
}
