import { z } from 'zod'
import { balanceOfCall } from '@/server/chains/evm/erc20'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcCall, resultOf } from '@/server/chains/rpc'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'

/** What an address owns at the newest block, in base units; tokens by contract. */
export type Funds = { nativeUnits: bigint; tokens: Map<string, bigint> }

/** Funds by address, and the accounts' transaction counts of the lanes at the newest block. */
export type ChainState = { funds: Map<string, Funds>; mined: Map<string, number> }

export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((text) => (text === '0x' ? 0n : BigInt(text)))

/** Reads what the lanes and the owners of their queues own, and how far the lanes are, in one batch. Throws RpcUnavailableError, RpcError. */
export async function readChainState(chain: Chain, lanes: Lane[], queued: Queued[]): Promise<ChainState> {
  const calls: RpcCall[] = []
  const use: ((answer: bigint) => void)[] = []
  const state: ChainState = { funds: new Map(), mined: new Map() }
  const ask = (call: RpcCall, apply: (answer: bigint) => void) => {
    calls.push(call)
    use.push(apply)
  }
  const fundsOf = (address: string): Funds => {
    const known = state.funds.get(address)
    if (known) return known
    const funds: Funds = { nativeUnits: 0n, tokens: new Map() }
    state.funds.set(address, funds)
    ask({ method: 'eth_getBalance', params: [address, 'latest'] }, (answer) => (funds.nativeUnits = answer))
    return funds
  }
  for (const { address } of lanes) {
    fundsOf(address)
    ask({ method: 'eth_getTransactionCount', params: [address, 'latest'] }, (answer) =>
      state.mined.set(address, Number(answer)),
    )
  }
  for (const { owner, tokenAddress } of queued) {
    const { tokens } = fundsOf(owner.address)
    if (!tokenAddress || tokens.has(tokenAddress)) continue
    tokens.set(tokenAddress, 0n)
    ask(balanceOfCall(tokenAddress, owner.address), (answer) => tokens.set(tokenAddress, answer))
  }
  const answers = await callRpcBatch(chain, calls)
  for (const [place, apply] of use.entries()) apply(quantity.parse(resultOf(answers[place])))
  return state
}
