import { type Address, decodeFunctionResult, encodeFunctionData, getAddress, isHex } from 'viem'
import { z } from 'zod'
import { multicall3Abi } from '@/contracts/generated/multicall3'
import { oncePerProcess } from '@/db/once-per-process'
import { balanceOfCall } from '@/server/chains/evm/erc20'
import { toHex } from '@/server/chains/evm/read-headers'
import { bytes, quantity } from '@/server/chains/evm/read-latest-quantities'
import type { ReadPosition } from '@/server/chains/find-read-position'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import type { Holdings } from './holdings'

/** At one address on every chain where it is deployed. */
const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** It may be deployed later: a chain without it is checked again. */
const RECHECK_MS = 600_000
const cache = oncePerProcess('multicall', () => new Map<number, { has: boolean; until: number }>())

const word = z.string().regex(/^0x[0-9a-f]{64}$/i)
const code = z.string()

/**
 * The balances of these addresses in the coin and each known token of a chain, all at one block: the newest, or `at`.
 * Read by one call where the chain has Multicall3, else by one batch. Throws RpcUnavailableError, RpcError, also if the
 * node that answers does not have the block `at` under its hash.
 */
export async function readEvmHoldings(
  chain: Chain,
  addresses: readonly string[],
  at: ReadPosition | null = null,
): Promise<Holdings> {
  const remembered = cache.get(chain.chainId)
  const isKnown = remembered !== undefined && remembered.until > Date.now()
  const [head, deployed] = await callRpcBatch(chain, [
    { method: 'eth_blockNumber', params: [] },
    ...(isKnown ? [] : [{ method: 'eth_getCode', params: [MULTICALL, 'latest'] }]),
  ])
  const blockNumber = at ? at.block : readAnswer(quantity, head)
  const has = isKnown ? remembered.has : readAnswer(code, deployed) !== '0x'
  if (!isKnown) cache.set(chain.chainId, { has, until: has ? Number.POSITIVE_INFINITY : Date.now() + RECHECK_MS })
  const read = has ? readByMulticall : readByBatch
  return { blockNumber, ofAddress: await read(chain, addresses, { block: toHex(blockNumber), hash: at?.hash ?? null }) }
}

type AtBlock = { block: string; hash: string | null }

const header = z.object({ hash: z.string() }).nullable()

/** The answers of one node, which has the block under this hash before and after them. */
async function callAt(chain: Chain, calls: RpcCall[], { block, hash }: AtBlock): Promise<RpcAnswer[]> {
  if (hash === null) return callRpcBatch(chain, calls)
  const proof = { method: 'eth_getBlockByNumber', params: [block, false] }
  const answers = await callRpcBatch(chain, [proof, ...calls, proof])
  for (const answer of [answers.at(0), answers.at(-1)])
    if (readAnswer(header, answer)?.hash !== hash) throw new RpcUnavailableError(`a node has another block ${block}`)
  return answers.slice(1, -1)
}

async function readByMulticall(chain: Chain, addresses: readonly string[], at: AtBlock) {
  const calls = addresses.flatMap((address) => [
    {
      target: MULTICALL,
      allowFailure: false,
      callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [getAddress(address)] }),
    },
    ...chain.tokens.map((token) => ({
      target: getAddress(token.address),
      allowFailure: true,
      callData: dataOf(balanceOfCall(token.address, address)),
    })),
  ])
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const call = { method: 'eth_call', params: [{ to: MULTICALL, data }, at.block] }
  const [answer] = await callAt(chain, [call], at)
  const text = readAnswer(bytes, answer)
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: isHex(text) ? text : '0x',
  })
  const units = results.map(({ success, returnData }) => (success ? unitsOf(returnData) : null))
  return byAddress(chain, addresses, units)
}

async function readByBatch(chain: Chain, addresses: readonly string[], at: AtBlock) {
  const { block } = at
  const answers = await callAt(
    chain,
    addresses.flatMap((address) => [
      { method: 'eth_getBalance', params: [address, block] },
      ...chain.tokens.map((token) => ({
        method: 'eth_call',
        params: [{ to: token.address, data: dataOf(balanceOfCall(token.address, address)) }, block],
      })),
    ]),
    at,
  )
  const perAddress = chain.tokens.length + 1
  const units = answers.map((answer, n) => (n % perAddress === 0 ? readAnswer(quantity, answer) : tokenUnitsOf(answer)))
  return byAddress(chain, addresses, units)
}

/** A contract that reverts or returns something else has no known balance. */
function tokenUnitsOf(answer: RpcAnswer): bigint | null {
  return answer.error ? null : unitsOf(answer.result)
}

function unitsOf(result: unknown): bigint | null {
  const { data } = word.safeParse(result)
  return data === undefined ? null : BigInt(data)
}

function byAddress({ tokens }: Chain, addresses: readonly string[], units: readonly (bigint | null)[]) {
  const each = tokens.length + 1
  if (units.length !== addresses.length * each) throw new RpcUnavailableError('a node left balances out')
  return new Map(addresses.map((address, n) => [address, units.slice(n * each, (n + 1) * each)]))
}

function dataOf({ params: [call] }: ReturnType<typeof balanceOfCall>): `0x${string}` {
  const { data }: { data?: unknown } = Object(call)
  if (!isHex(data)) throw new Error('the call has calldata')
  return data
}
