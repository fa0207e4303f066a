import { z } from 'zod'
import { CHAIN_CONTRACTS, type ChainContract, type ChainFacts } from '@/schemas/chains/contract'
import { formatAmount } from '@/server/money/amount'
import { assetFactoryAddress } from './evm/asset-factory'
import { delegateAddress } from './evm/delegate'
import { CREATE2_DEPLOYER } from './evm/delegate-code'
import { GAS_PRICE_ORACLE } from './evm/l1-fee'
import { toHex } from './evm/read-headers'
import { type RpcAnswer, type RpcCall, readAnswer } from './rpc/answer'

const GWEI_DECIMALS = 9
/** The block time is the average of this number of blocks. */
const PACE_BLOCKS = 100n

/** The address of each contract, the same on every chain that has it. */
const PLACES: Record<ChainContract, string> = {
  deployer: CREATE2_DEPLOYER,
  delegate: delegateAddress(),
  assetFactory: assetFactoryAddress(),
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
  l1FeeOracle: GAS_PRICE_ORACLE,
}

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((text) => BigInt(text))
const block = z.object({ number: quantity, timestamp: quantity, baseFeePerGas: quantity.nullish() })
type Block = z.output<typeof block>

const blockCall = (at: string): RpcCall => ({ method: 'eth_getBlockByNumber', params: [at, false] })
const CALLS: RpcCall[] = [
  { method: 'eth_chainId', params: [] },
  blockCall('latest'),
  { method: 'eth_gasPrice', params: [] },
  blockCall('safe'),
  blockCall('finalized'),
  ...CHAIN_CONTRACTS.map((name) => ({ method: 'eth_getCode', params: [PLACES[name], 'latest'] })),
]

type Ask = (calls: RpcCall[]) => Promise<RpcAnswer[]>

/**
 * Reads the facts of an EVM chain from a node. A node that does not know a tag or a fee market answers with an error,
 * which counts as an answer. Throws RpcUnavailableError, or RpcError if the node reports neither its chain nor its
 * latest block.
 */
export async function readNodeFacts(ask: Ask): Promise<ChainFacts> {
  const [id, latest, price, safe, finalized, ...codes] = await ask(CALLS)
  const head = readAnswer(block, latest)
  const gasPrice = found(quantity, price)
  return {
    chainId: Number(readAnswer(quantity, id)),
    head: head.number.toString(),
    blockTimeMs: await askPace(ask, head),
    baseFee: head.baseFeePerGas == null ? null : formatAmount(head.baseFeePerGas, GWEI_DECIMALS),
    gasPrice: gasPrice === null ? null : formatAmount(gasPrice, GWEI_DECIMALS),
    safeBlock: found(block, safe)?.number.toString() ?? null,
    finalizedBlock: found(block, finalized)?.number.toString() ?? null,
    contracts: {
      deployer: isCode(codes[0]),
      delegate: isCode(codes[1]),
      assetFactory: isCode(codes[2]),
      multicall: isCode(codes[3]),
      l1FeeOracle: isCode(codes[4]),
    },
  }
}

async function askPace(ask: Ask, head: Block): Promise<number | null> {
  const first = head.number > PACE_BLOCKS ? head.number - PACE_BLOCKS : 1n
  if (head.number <= first) return null
  const [answer] = await ask([blockCall(toHex(first))])
  const earlier = found(block, answer)
  if (!earlier) return null
  const seconds = head.timestamp - earlier.timestamp
  return Math.round((Number(seconds) * 1_000) / Number(head.number - earlier.number))
}

function found<Shape extends z.ZodType>(shape: Shape, answer: RpcAnswer | undefined): z.output<Shape> | null {
  return shape.safeParse(answer?.result).data ?? null
}

function isCode(answer: RpcAnswer | undefined): boolean {
  const code = answer?.result
  return typeof code === 'string' && /^0x[0-9a-f]{2,}$/i.test(code)
}
