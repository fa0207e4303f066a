import { decodeFunctionResult, isHex } from 'viem'
import {
  transferProbeAbi,
  transferProbeRuntimeBytecode,
  transferProbeSelectors,
} from '@/contracts/generated/transfer-probe'
import { addressWord, uintWord } from '@/schemas/chains/evm/words'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall, RpcUnavailableError } from '@/server/chains/rpc'

type TokenTransfer = { tokenAddress: string; from: string; toAddress: string; amountUnits: bigint }
/**
 * `receivedUnits` is the increase of the recipient's balance; `returned` is the return data of the token's `transfer`
 * (hex).
 */
export type Measured = { receivedUnits: bigint; returned: string }

const MEASURE = transferProbeSelectors['measure(address,address,uint256)']

/**
 * Measures the amounts that recipients of token transfers would receive at the latest block, in one request and without
 * sending anything. Null if the node returns no result: the transfer reverts or goes to the wallet itself, or the node
 * does not support calls with overridden code.
 */
export async function measureTransfers(
  chain: Chain,
  transfers: readonly TokenTransfer[],
): Promise<(Measured | null)[]> {
  if (transfers.length === 0) return []
  const answers = await callRpcBatch(chain, transfers.map(measureCall)).catch((error: unknown): RpcAnswer[] => {
    // Some gateways refuse the whole request because of the overridden code.
    if (error instanceof RpcUnavailableError) return []
    throw error
  })
  return transfers.map((transfer, index) => (isToItself(transfer) ? null : toMeasured(answers[index])))
}

function isToItself({ from, toAddress }: TokenTransfer): boolean {
  return from.toLowerCase() === toAddress.toLowerCase()
}

function measureCall({ tokenAddress, from, toAddress, amountUnits }: TokenTransfer): RpcCall {
  const data = `${MEASURE}${addressWord(tokenAddress)}${addressWord(toAddress)}${uintWord(amountUnits)}`
  return {
    method: 'eth_call',
    params: [{ from, to: from, data }, 'latest', { [from]: { code: transferProbeRuntimeBytecode } }],
  }
}

function toMeasured(answer: RpcAnswer | undefined): Measured | null {
  const data = answer?.result
  if (!isHex(data)) return null
  try {
    const [receivedUnits, returned] = decodeFunctionResult({
      abi: transferProbeAbi,
      functionName: 'measure',
      data,
    })
    return { receivedUnits, returned }
  } catch {
    return null
  }
}
