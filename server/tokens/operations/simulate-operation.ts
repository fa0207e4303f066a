import type { OperationSimulation } from '@/schemas/tokens/operations/simulation'
import type { Tenant } from '@/server/ctx'
import { formatUsd } from '@/server/money/usd'
import { prepareOperation, type RefusablePlan } from './prepare-operation'

/** Simulates an operation without opening it. Throws the errors of `prepareOperation`. */
export async function simulateOperation(tenant: Tenant, plan: RefusablePlan): Promise<OperationSimulation> {
  const { refusal, intents } = await prepareOperation(tenant, plan)
  if (refusal) return { refusal, gasLimit: null, feeUsd: null }
  const gas = intents.reduce((sum, { quote }) => sum + (quote.gasLimit ?? 0n), 0n)
  const fee = intents.reduce((sum, { quote }) => sum + quote.feeHoldMicros, 0n)
  return { refusal: null, gasLimit: gas.toString(), feeUsd: fee === 0n ? null : formatUsd(fee) }
}
