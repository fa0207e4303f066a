import { BaseError, decodeFunctionResult, isHex } from 'viem'
import { z } from 'zod'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { type ContractCode, codeOfReason } from './error-codes'
import type { OperationPlan } from './plan'

const bytes = z.custom<`0x${string}`>((value) => isHex(value))
const ACCEPTED = '0x00000000'

/**
 * What the token would answer to each line of a batch now, each call on its own at the newest block; null: it would take it. Empty where the
 * operation has no lines, or the chain does not tell. Throws RpcUnavailableError.
 */
export async function simulateLines({ kind, chain, calls, items }: OperationPlan): Promise<(ContractCode | null)[]> {
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
    .map((reason) => (reason === ACCEPTED ? null : (codeOfReason(reason) ?? 'not_registered')))
}

/** All methods that carry lines answer alike: a reason for each, in their order. Null of anything else. */
function decodeReasons(data: `0x${string}`, lines: number): readonly string[] | null {
  try {
    const reasons = decodeFunctionResult({ abi: yieldTokenAbi, functionName: 'batchMint', data })
    return reasons.length === lines ? reasons : null
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}
