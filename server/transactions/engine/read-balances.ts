import { z } from 'zod'
import { balanceOfCall } from '@/server/chains/evm/erc20'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcCall, resultOf } from '@/server/chains/rpc'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'

/** Balances of a lane at the newest block, in base units; tokens by address. `mined` is the account's transaction count there. */
export type LaneState = { nativeUnits: bigint; mined: number; tokens: Map<string, bigint> }

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((text) => (text === '0x' ? 0n : BigInt(text)))

/** Reads what the lanes own and how far they are, in one batch. Throws RpcUnavailableError, RpcError. */
export async function readLaneStates(
  chain: Chain,
  lanes: Lane[],
  queue: Map<string, Queued[]>,
): Promise<Map<string, LaneState>> {
  const calls: RpcCall[] = []
  const use: ((answer: bigint) => void)[] = []
  const states = new Map<string, LaneState>()
  for (const lane of lanes) {
    const state: LaneState = { nativeUnits: 0n, mined: 0, tokens: new Map() }
    states.set(lane.walletId, state)
    calls.push({ method: 'eth_getBalance', params: [lane.address, 'latest'] })
    use.push((answer) => (state.nativeUnits = answer))
    calls.push({ method: 'eth_getTransactionCount', params: [lane.address, 'latest'] })
    use.push((answer) => (state.mined = Number(answer)))
    for (const token of tokensOf(queue.get(lane.walletId) ?? [])) {
      calls.push(balanceOfCall(token, lane.address))
      use.push((answer) => state.tokens.set(token, answer))
    }
  }
  const answers = await callRpcBatch(chain, calls)
  for (const [place, apply] of use.entries()) apply(quantity.parse(resultOf(answers[place])))
  return states
}

function tokensOf(queued: Queued[]): Set<string> {
  return new Set(queued.flatMap((row) => (row.tokenAddress ? [row.tokenAddress] : [])))
}
