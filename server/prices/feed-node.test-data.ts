import { createServer } from 'node:http'
import { encodeFunctionResult, type Hex } from 'viem'
import { z } from 'zod'
import { aggregatorV3InterfaceAbi, aggregatorV3InterfaceSelectors } from '@/contracts/generated/aggregator-v3-interface'

type FeedState = {
  answer: bigint
  updatedAt: bigint
  decimals: number
  /** The fault that the node shows instead of an answer; null where it answers. */
  fault: null | 'error' | 'silence' | 'no contract' | 'nonsense'
}

const call = z.object({ id: z.union([z.number(), z.string()]), method: z.string(), params: z.array(z.unknown()) })
const ethCall = z.object({ data: z.string() })
const abi = aggregatorV3InterfaceAbi
const DESCRIPTION = aggregatorV3InterfaceSelectors['description()']
const DECIMALS = aggregatorV3InterfaceSelectors['decimals()']

/** A JSON-RPC node of chain `chainId` on which every address is the feed `state` describes. Counts the feed's calls. */
export async function startFeedNode(chainId: number) {
  const state: FeedState = { answer: 0n, updatedAt: 0n, decimals: 8, fault: null }
  let calls = 0
  const answer = ({ id, method, params }: z.output<typeof call>) => {
    if (method !== 'eth_call')
      return { jsonrpc: '2.0', id, result: `0x${(method === 'eth_chainId' ? chainId : 1).toString(16)}` }
    calls += 1
    if (state.fault === 'error') return { jsonrpc: '2.0', id, error: { code: -32000, message: 'execution reverted' } }
    return { jsonrpc: '2.0', id, result: resultOf(state, ethCall.parse(params[0]).data) }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const asked = z.array(call).parse(Array.isArray(body) ? body : [body])
    if (state.fault === 'silence' && asked.some(({ method }) => method === 'eth_call')) return
    const answers = asked.map(answer)
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the node has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    state,
    calls: () => calls,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
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
