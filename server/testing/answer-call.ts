import { encodeFunctionResult, keccak256, numberToHex, toFunctionSelector } from 'viem'
import { z } from 'zod'
import { aggregatorV3InterfaceAbi, aggregatorV3InterfaceSelectors } from '@/contracts/generated/aggregator-v3-interface'
import { assetFactoryAbi } from '@/contracts/generated/asset-factory'
import type { StubMethod } from '@/server/chains/testing/stub-node'

const PREDICT = toFunctionSelector(assetFactoryAbi.find((item) => 'name' in item && item.name === 'predictAsset') ?? '')
/** The time of the node's newest block. */
const MINED_SECONDS = Date.parse('2026-05-10') / 1_000
const call = z.object({ data: z.custom<`0x${string}`>((value) => typeof value === 'string') })

function answerOfFeed(): string {
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const result = [1n, 250_000n, now, now, 1n] as const
  return encodeFunctionResult({ abi: aggregatorV3InterfaceAbi, functionName: 'latestRoundData', result })
}

/** The answer to `eth_call` of a node that knows every contract: one, or for an asset to be made its address. */
export function answerCall([asked]: unknown[]): string {
  const data = call.safeParse(asked).data?.data ?? '0x'
  if (data.startsWith(aggregatorV3InterfaceSelectors['latestRoundData()'])) return answerOfFeed()
  if (!data.startsWith(PREDICT)) return `0x${'1'.padStart(64, '0')}`
  return `0x${keccak256(data).slice(-40).padStart(64, '0')}`
}

/** The answers of a node of the test chain that knows every contract and has final blocks. */
export const KNOWS_ALL_CONTRACTS: Record<string, StubMethod> = {
  eth_getCode: () => '0x6001',
  eth_getBlockByNumber: () => ({
    number: '0x1000',
    hash: `0x${'1'.repeat(64)}`,
    timestamp: numberToHex(MINED_SECONDS),
  }),
  eth_call: answerCall,
  eth_getBalance: () => '0x1',
  eth_estimateGas: () => '0x1',
  eth_gasPrice: () => '0x1',
  eth_maxPriorityFeePerGas: () => '0x1',
}
