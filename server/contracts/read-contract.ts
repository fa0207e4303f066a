import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { z } from 'zod'
import type { ContractReadView, ContractRevertView, ReadContractInput } from '@/schemas/contracts/contract'
import { isRead } from '@/server/abi/read-function'
import { invalid } from '@/server/abi/read-leaf'
import { requireErrors } from '@/server/abi/require-errors'
import { type JsonValue, toJson } from '@/server/abi/to-json'
import { failureReason, revertData } from '@/server/chains/evm/failure-reason'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireChain } from '@/server/projects/require-chain'
import type { AbiError } from '@/server/text/declaration-tokens'
import { evmAddress } from '@/server/transactions/prepare/resolve-asset'
import { withTimeout } from '@/server/with-timeout'
import { type EncodedCall, requireCall } from './require-call'
import { toContractRead, toContractRevert } from './view'

/** The answer of a contract, or why it refused the call. */
type ContractAnswer = { ok: true; view: ContractReadView } | { ok: false; view: ContractRevertView }

const LIMIT_MS = 5_000
const GAS = '0x989680' // ten million
/** Pointers of a result may name the same bytes again and again. */
const MAX_RESULT_BYTES = 32_768
const MAX_RESULT_TEXT = 262_144

const block = z.object({
  number: z.string().regex(/^0x[0-9a-f]{1,16}$/i),
  hash: z.string().regex(/^0x[0-9a-f]{64}$/i),
})

/**
 * Asks a contract at one block through the chain's own endpoints, with a bounded amount of gas, time and answer. Throws
 * invalid, forbidden, not_found (chain, block), failed (no contract, an answer that does not fit), unavailable.
 */
export async function readContract(tenant: Tenant, input: ReadContractInput): Promise<ContractAnswer> {
  const { chainId, network } = input
  const chain = await requireChain(tenant, { chainType: 'EVM', chainId, network })
  const to = evmAddress('to', input.to)
  const from = input.from === undefined ? undefined : evmAddress('from', input.from)
  const call = requireCall(input)
  const errors = requireErrors(input.errors ?? [])
  if (!isRead(call.declared)) throw invalid('function', 'must be declared `view` or `pure`: only those are read')
  const request = { to, from, call, errors, tag: input.block === 'latest' ? 'latest' : hexOf(BigInt(input.block)) }
  const answer = await withTimeout(
    readFromChain(() => ask(chain, request)),
    LIMIT_MS,
    null,
  )
  if (answer === null) throw refusal('chain_unreachable')
  return answer
}

type ReadRequest = { to: Address; from: Address | undefined; call: EncodedCall; errors: AbiError[]; tag: string }

async function ask(chain: Chain, { to, from, call, errors, tag }: ReadRequest): Promise<ContractAnswer> {
  const [found] = await callRpcBatch(chain, [{ method: 'eth_getBlockByNumber', params: [tag, false] }])
  if (found?.result === null) throw refusal('block_not_found')
  const at = readAnswer(block, found)
  const [code, answer] = await callRpcBatch(chain, [
    { method: 'eth_getCode', params: [to, at.number] },
    { method: 'eth_call', params: [{ to, ...(from && { from }), data: call.data, gas: GAS }, at.number] },
  ])
  if (readAnswer(z.string(), code) === '0x') throw refusal('no_contract')
  const reason = answer?.error ? failureReason(answer.error, errors) : null
  if (answer?.error && reason !== null) {
    const revert = { reason, data: revertData(answer.error.data) ?? '0x', errors, blockNumber: at.number } as const
    return { ok: false, view: toContractRevert(revert) }
  }
  const data = readAnswer(z.string().regex(/^0x([0-9a-f]{2})*$/i), answer) as Hex
  return { ok: true, view: toContractRead({ chain, to, call, at, data, result: resultOf(call, data) }) }
}

/** The decoded answer. Throws failed if it is not what the declaration says. */
function resultOf({ declared }: EncodedCall, data: Hex): JsonValue {
  if (data.length / 2 - 1 > MAX_RESULT_BYTES) throw refusal('result_unreadable', { message: TOO_LARGE })
  if (declared.outputs.length === 0) return []
  const result = decode(declared, data)
  if (result === null || JSON.stringify(result).length > MAX_RESULT_TEXT) throw refusal('result_unreadable')
  return result
}

const TOO_LARGE = `The answer is larger than ${MAX_RESULT_BYTES} bytes`

function decode(declared: EncodedCall['declared'], data: Hex): JsonValue | null {
  try {
    const values: unknown = decodeFunctionResult({ abi: [declared], data })
    return toJson(declared.outputs, declared.outputs.length === 1 ? [values] : values)
  } catch {
    return null
  }
}

function hexOf(value: bigint): string {
  return `0x${value.toString(16)}`
}
