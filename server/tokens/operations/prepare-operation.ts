import { askChain } from '@/server/chains/ask-chain'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import type { Failure } from '@/server/engine/failure'
import type { RefusalCode } from '@/server/refusals/refusals'
import { type PreparedCall, prepareContractCalls } from '@/server/transactions/prepare/prepare-contract-call'
import { prepareProgramCalls } from '@/server/transactions/prepare/prepare-program-calls'
import { type ContractCode, codeOfFailure } from './error-codes'
import type { OperationPlan, PlannedCall } from './plan'
import { refusedAs } from './refused-as'
import { simulateLines } from './simulate-lines'
import { spareGasOf } from './spare-gas'

/** Why an operation is refused at the door, for people and for programs. */
export type OperationRefusal = { error: string; code: Exclude<RefusalCode, 'internal'> }

/** A plan that may be known to be refused. */
export type RefusablePlan = OperationPlan & { known?: OperationRefusal | null }

/** Tried on its chain: to be opened, or to be recorded as refused. */
export type PreparedOperation = OperationPlan & {
  intents: PreparedCall[]
  refusal: OperationRefusal | null
  /** Of lines: why the chain refuses them now; null where it does not. */
  lineCodes: readonly (ContractCode | null)[]
}

/**
 * Tries an operation on its chain without sending anything. A revert is its outcome where nothing of the wallet is open that could change it.
 * Throws invalid, not_found, forbidden, failed (wallet), unavailable.
 */
export async function prepareOperation<Plan extends RefusablePlan>(
  tenant: Tenant,
  plan: Plan,
): Promise<Plan & PreparedOperation> {
  if (plan.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', plan.webhookUrl)
  if (plan.known) return { ...plan, intents: [], refusal: plan.known, lineCodes: [] }
  const lineCodes = plan.decided ?? (await askChain(() => simulateLines(plan)))
  if (lineCodes.length > 0 && lineCodes.every((code) => code !== null)) {
    return { ...plan, intents: [], refusal: refusalOfLines(lineCodes), lineCodes }
  }
  const intents = await prepareCalls(tenant, plan)
  const doomed = intents.find((intent) => intent.refusal !== null)?.refusal
  return { ...plan, intents, refusal: doomed ? toRefusal(doomed) : null, lineCodes }
}

/** Of one line its own reason; lines of a batch may have several. */
function refusalOfLines([code, ...more]: readonly (ContractCode | null)[]): OperationRefusal {
  if (code && more.length === 0) return refusedAs(code)
  return { error: 'Not sent: the token would refuse every line', code: code ?? 'transaction_failed' }
}

/** The intents of calls that are accepted together, each with what policies judge of it. */
export async function prepareCalls(
  tenant: Tenant,
  { kind, chain, calls }: Pick<OperationPlan, 'kind' | 'chain'> & { calls: readonly PlannedCall[] },
): Promise<PreparedCall[]> {
  const type = kind === 'DEPLOY' ? ('DEPLOY' as const) : ('TOKEN_OPERATION' as const)
  const wanted = calls.map(({ from, to, data, lineCount }) => {
    return { type, chain, from, to, data, value: 0n, spareGas: spareGasOf(kind, lineCount) }
  })
  const prepared = await (chain.chainType === 'SOLANA' ? prepareProgramCalls : prepareContractCalls)(tenant, wanted)
  return prepared.map((intent, n) => {
    const effect = calls[n]?.effect
    if (!effect) return intent
    return {
      ...intent,
      // Tokens that go to somebody: judged as a transfer is.
      effect: { toAddress: effect.toAddress, contract: null, selector: null },
      quote: { ...intent.quote, valueUsdMicros: effect.valueUsdMicros },
    }
  })
}

/** The failure of a call as an operation has it. */
export function toRefusal({ error }: Failure): OperationRefusal {
  return { error, code: codeOfFailure(error) }
}
