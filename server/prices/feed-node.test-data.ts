import { encodeFunctionResult, type Hex } from 'viem'
import { z } from 'zod'
import { aggregatorV3InterfaceAbi, aggregatorV3InterfaceSelectors } from '@/contracts/generated/aggregator-v3-interface'
import { startStubNode } from '@/server/chains/testing/stub-node'

type FeedState = {
  answer: bigint
  updatedAt: bigint
  decimals: number
  /** The fault that the node shows instead of an answer; null if it answers. */
  fault: null | 'error' | 'silence' | 'no contract' | 'nonsense'
}

const ethCall = z.object({ data: z.string() })
const abi = aggregatorV3InterfaceAbi
const DESCRIPTION = aggregatorV3InterfaceSelectors['description()']
const DECIMALS = aggregatorV3InterfaceSelectors['decimals()']

/** A JSON-RPC node of chain `chainId` on which every address is the feed `state` describes. Counts the feed's calls. */
export async function startFeedNode(chainId: number) {
  const state: FeedState = { answer: 0n, updatedAt: 0n, decimals: 8, fault: null }
  let calls = 0
  const node = await startStubNode({
    chainId,
    head: 1n,
    methods: {
      eth_call([asked]) {
        if (state.fault === 'silence') return new Promise(() => {})
        calls += 1
        if (state.fault === 'error') return { error: { code: -32000, message: 'execution reverted' } }
        return resultOf(state, ethCall.parse(asked).data)
      },
    },
  })
  return { url: node.url, state, calls: () => calls, close: node.close }
}

function resultOf({ answer, updatedAt, decimals, fault }: FeedState, data: string): Hex {
  if (fault === 'no contract') return '0x'
  if (fault === 'nonsense') return '0x1234'
  if (data.startsWith(DECIMALS)) return encodeFunctionResult({ abi, functionName: 'decimals', result: decimals })
  if (data.startsWith(DESCRIPTION))
    return encodeFunctionResult({ abi, functionName: 'description', result: 'ETH / USD' })
  const result = [7n, answer, updatedAt, updatedAt, 7n] as const
  return encodeFunctionResult({ abi, functionName: 'latestRoundData', result })
}
