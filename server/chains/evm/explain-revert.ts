import type { Chain } from '@/server/chains/registry'
import { callRpcBatch } from '@/server/chains/rpc'
import { failureReason } from './failure-reason'
import type { SimulatedCall } from './simulate'

type Mined = SimulatedCall & { gasLimit: bigint; gasUsed: bigint; blockNumber: bigint }

/**
 * The reason for which a mined transaction reverted, by running it again before and after its block; null if the chain
 * no longer serves it. Completes a sentence about the call, as `simulateCalls` does. Never throws: the text only helps,
 * the receipt decides.
 */
export async function explainRevert(chain: Chain, mined: Mined): Promise<string | null> {
  const { from, to, value, data, gasLimit, blockNumber } = mined
  const call = { from, to, data, value: hex(value), gas: hex(gasLimit) }
  const blocks = [blockNumber, blockNumber > 0n ? blockNumber - 1n : 0n]
  const answers = await callRpcBatch(
    chain,
    blocks.map((block) => ({ method: 'eth_call', params: [call, hex(block)] })),
  ).catch(() => [])
  for (const { error } of answers) {
    const reason = error ? failureReason(error) : null
    if (reason !== null) return reason
  }
  return mined.gasUsed === gasLimit ? 'ran out of gas' : null
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
