import { balanceOfCall } from '@/server/chains/evm/erc20'
import { readLatestQuantities } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import type { RpcCall } from '@/server/chains/rpc'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'
import { movesCoins } from './read-platform-coins'

/** Balances of an address at the latest block, in base units; tokens by contract address. */
export type Funds = { nativeUnits: bigint; tokens: Map<string, bigint> }

/**
 * Funds by address, the transaction counts at the newest block of the requested lanes, and the wallets whose funds are
 * older than a block that our rows know.
 */
export type ChainState = { funds: Map<string, Funds>; mined: Map<string, number>; stale: Set<string> }

/**
 * Reads the balances of the lanes and of the owners of their queues. Also reads the transaction counts of lanes whose
 * own counter may be behind the chain, or whose coins will move. Throws RpcUnavailableError, RpcError.
 */
export async function readChainState(
  chain: Chain,
  lanes: Lane[],
  { queued, inFlight }: { queued: Queued[]; inFlight: ReadonlyMap<string, { count: number }> },
): Promise<ChainState> {
  const calls: RpcCall[] = []
  const use: ((answer: bigint) => void)[] = []
  const state: ChainState = { funds: new Map(), mined: new Map(), stale: new Set() }
  const movers = new Set(queued.filter(movesCoins).map((row) => row.walletId))
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
  for (const { address, walletId, nextNonce } of lanes) {
    const unmined = inFlight.get(walletId)?.count ?? 0
    // The count is read first: the balance that is read after it includes everything that it counts.
    if (nextNonce === null || unmined === 0 || movers.has(walletId))
      ask({ method: 'eth_getTransactionCount', params: [address, 'latest'] }, (answer) => {
        state.mined.set(address, Number(answer))
        if (Number(answer) < (nextNonce ?? 0) - unmined) state.stale.add(address)
      })
    fundsOf(address)
  }
  for (const { owner, tokenAddress } of queued) {
    const { tokens } = fundsOf(owner.address)
    if (!tokenAddress || tokens.has(tokenAddress)) continue
    tokens.set(tokenAddress, 0n)
    ask(balanceOfCall(tokenAddress, owner.address), (answer) => tokens.set(tokenAddress, answer))
  }
  const answers = await readLatestQuantities(chain, calls)
  for (const [index, apply] of use.entries()) apply(answers[index] ?? 0n)
  return state
}
