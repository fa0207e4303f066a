import { BaseError, decodeFunctionResult, isHex } from 'viem'
import { z } from 'zod'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import type { OperationKind } from '@/schemas/tokens/words'
import { readFromChain } from '@/server/chains/read-from-chain'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import type { Failure } from '@/server/engine/failure'
import type { RefusalCode } from '@/server/refusals/refusals'
import { type PreparedCall, prepareContractCalls } from '@/server/transactions/prepare/prepare-contract-call'
import { prepareProgramCalls } from '@/server/transactions/prepare/prepare-program-calls'
import { type ContractCode, codeOfFailure, codeOfReason, toContractRefusal } from './error-codes'
import type { OperationPlan, PlannedCall } from './plan'

/** The reason why an operation is refused before anything is sent, as text and as a code. */
export type OperationRefusal = { error: string; code: Exclude<RefusalCode, 'internal'> }

/** A plan that may already be refused. */
export type RefusablePlan = OperationPlan & { earlyRefusal?: OperationRefusal | null }

/** A plan after simulation: to be opened, or to be recorded as refused. */
export type PreparedOperation = OperationPlan & {
  intents: PreparedCall[]
  refusal: OperationRefusal | null
  /** The reason why the chain refuses each line now; null for a line that it accepts. */
  lineCodes: readonly (ContractCode | null)[]
}

/**
 * Simulates an operation on its chain without sending anything. A revert is final if its wallet has nothing open that
 * could change it. Throws invalid, not_found, forbidden, failed (wallet), unavailable.
 */
export async function prepareOperation<Plan extends RefusablePlan>(
  tenant: Tenant,
  plan: Plan,
): Promise<Plan & PreparedOperation> {
  if (plan.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', plan.webhookUrl)
  if (plan.earlyRefusal) return { ...plan, intents: [], refusal: plan.earlyRefusal, lineCodes: [] }
  const lineCodes = plan.decidedCodes ?? (await readFromChain(() => simulateLines(plan)))
  if (lineCodes.length > 0 && lineCodes.every((code) => code !== null)) {
    return { ...plan, intents: [], refusal: refusalOfLines(lineCodes), lineCodes }
  }
  const intents = await prepareCalls(tenant, plan)
  const failing = intents.find((intent) => intent.refusal !== null)?.refusal
  return { ...plan, intents, refusal: failing ? toRefusal(failing) : null, lineCodes }
}

/** One line has its own reason; the lines of a batch may have several. */
function refusalOfLines([code, ...more]: readonly (ContractCode | null)[]): OperationRefusal {
  if (code && more.length === 0) return toContractRefusal(code)
  return { error: 'Not sent: the token would refuse every line', code: code ?? 'transaction_failed' }
}

/** The intents of calls that are accepted together, with what policies judge of each. */
export async function prepareCalls(
  tenant: Tenant,
  { kind, chain, calls }: Pick<OperationPlan, 'kind' | 'chain'> & { calls: readonly PlannedCall[] },
): Promise<PreparedCall[]> {
  const type = kind === 'DEPLOY' ? ('DEPLOY' as const) : ('TOKEN_OPERATION' as const)
  const contractCalls = calls.map(({ from, to, data, lineCount }) => {
    return { type, chain, from, to, data, value: 0n, spareGas: spareGasOf(kind, lineCount) }
  })
  const prepared = await (chain.chainType === 'SOLANA' ? prepareProgramCalls : prepareContractCalls)(
    tenant,
    contractCalls,
  )
  return prepared.map((intent, n) => {
    const effect = calls[n]?.effect
    if (!effect) return intent
    return {
      ...intent,
      // A call that sends tokens to a recipient is judged like a transfer.
      effect: { toAddress: effect.toAddress, contract: null, selector: null },
      quote: { ...intent.quote, valueUsdMicros: effect.valueUsdMicros },
    }
  })
}

/** The refusal of an operation for the failure of a call. */
export function toRefusal({ error }: Failure): OperationRefusal {
  return { error, code: codeOfFailure(error) }
}

/**
 * The additional gas of a new checkpoint of a balance or the supply, or of a new lot, compared with one that exists for
 * the same second. A node simulates in the second of its newest block, and the call is mined in a later one.
 */
const NEW_ENTRY_GAS = 22_200n
const ENTRIES_PER_LINE = 2n

const MOVING: ReadonlySet<OperationKind> = new Set(['MINT', 'BURN', 'TRANSFER', 'CALL'])

/** The gas that a call may take beyond its simulation: for the supply, and for the balances and lots of each line. */
function spareGasOf(kind: OperationKind, lines = 1): bigint {
  return MOVING.has(kind) ? NEW_ENTRY_GAS * (1n + ENTRIES_PER_LINE * BigInt(lines)) : 0n
}

const bytes = z.custom<`0x${string}`>((value) => isHex(value))

/**
 * The refusal of each line of a batch by its token now, with each call simulated alone at the latest block; null for an
 * accepted line. Empty if the operation has no such lines, or the chain does not answer. Throws RpcUnavailableError.
 */
async function simulateLines({ kind, chain, calls, items }: OperationPlan): Promise<(ContractCode | null)[]> {
  if (chain.chainType !== 'EVM' || items.length === 0 || (kind !== 'MINT' && kind !== 'REGISTER' && kind !== 'REMOVE'))
    return []
  const answers = await callRpcBatch(
    chain,
    calls.map(({ from, to, data }) => ({ method: 'eth_call', params: [{ from, to, data }, 'latest'] })),
  )
  if (answers.some(({ error }) => error)) return []
  const reasons = answers.map((answer, n) => decodeReasons(readAnswer(bytes, answer), calls[n]?.lineCount ?? 0))
  if (reasons.includes(null)) return []
  return reasons
    .flatMap((some) => some ?? [])
    .map((reason) => (BigInt(reason) === 0n ? null : (codeOfReason(reason) ?? 'not_registered')))
}

/** All methods with lines return a reason for each, in order. Null for any other answer. */
function decodeReasons(data: `0x${string}`, lines: number): readonly string[] | null {
  try {
    const reasons = decodeFunctionResult({ abi: yieldTokenAbi, functionName: 'batchMint', data })
    return reasons.length === lines ? reasons : null
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}
