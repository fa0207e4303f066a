import { balanceOfCall } from '@/server/chains/evm/erc20'
import { readAtHead } from '@/server/chains/evm/read-at-head'
import type { Chain } from '@/server/chains/registry'
import type { RpcCall } from '@/server/chains/rpc'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'

/** What an address owns at the newest block, in base units; tokens by contract. */
export type Funds = { nativeUnits: bigint; tokens: Map<string, bigint> }

/** Funds by address, and the accounts' transaction counts of the lanes at the newest block. */
export type ChainState = { funds: Map<string, Funds>; mined: Map<string, number> }

/** Reads what the lanes and the owners of their queues own, and how far the lanes are. Throws RpcUnavailableError, RpcError. */
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
  const answers = await readAtHead(chain, calls)
  for (const [place, apply] of use.entries()) apply(answers[place] ?? 0n)
  return state
}
