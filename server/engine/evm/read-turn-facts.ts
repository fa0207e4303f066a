import { currentFees } from '@/server/chains/evm/fees'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { type JudgedSweep, loadJudgedSweeps, loadReservedUnits } from '@/server/engine/load-sweep-facts'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { gasLimitOf, rawSizeOf } from './gas-limit-of'
import { type InFlight, type InFlightAmounts, loadInFlightAmounts } from './load-in-flight'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'
import type { Facts } from './owner-funds'
import type { Cost } from './plan-lane'
import { type ChainState, NO_COINS, type PlatformCoins, readChainState, readPlatformCoins } from './read-balances'

/** The facts that one turn plans with. */
export type TurnFacts = {
  chain: Chain
  fees: Fees
  state: ChainState
  inFlight: Map<string, InFlight>
  outgoing: Map<string, InFlightAmounts>
  coins: Map<string, PlatformCoins>
  /** The units that sweeps leave in their wallets, by transaction id. */
  reserved: ReadonlyMap<string, bigint>
  /** The results of checking sweeps of rules, by transaction id. */
  judged: ReadonlyMap<string, JudgedSweep>
}

/**
 * Reads the facts that planning `queued` needs: fees, balances, and what is in flight. Throws RpcUnavailableError,
 * RpcError.
 */
export async function readTurnFacts(
  ctx: WorkerCtx,
  chain: Chain,
  { lanes, queued, inFlight }: { lanes: Lane[]; queued: Queued[]; inFlight: Map<string, InFlight> },
): Promise<TurnFacts> {
  const [fees, outgoing] = await Promise.all([currentFees(chain), loadInFlightAmounts(ctx, chain.chainId, queued)])
  // Read after the transactions in flight: one that is mined in between counts twice for a moment, and is never missed.
  const state = await readChainState(chain, lanes, { queued, inFlight })
  const coins = await readPlatformCoins(ctx, chain, lanes, queued)
  const [reserved, judged] = await Promise.all([loadReservedUnits(ctx, queued), loadJudgedSweeps(ctx, queued)])
  return { chain, fees, state, inFlight, outgoing, coins, reserved, judged }
}

/**
 * Whether a top-up of the wallet was in flight when the turn was read. The holds of its transactions cover only one
 * top-up, even if that one has ended since.
 */
export function hadTopUpInFlight({ coins }: TurnFacts, { walletId }: Lane): boolean {
  return (coins.get(walletId)?.pendingUnits ?? 0n) > 0n
}

/** The highest cost of sending `queued`, signed at these fees. */
export async function costOf({ chain, fees }: Pick<TurnFacts, 'chain' | 'fees'>, queued: Queued): Promise<Cost> {
  const gasLimit = await gasLimitOf(chain, queued)
  const l1FeeUnits = chain.l1Fee === 'none' ? 0n : await l1FeeUpperBound(chain, rawSizeOf(queued))
  return { gasLimit, l1FeeUnits, worstFee: gasLimit * fees.maxFeePerGas + l1FeeUnits }
}

/** The facts about the funds of a wallet; `lane` if the wallet sends transactions itself. */
export function factsOf(turn: TurnFacts, wallet: { walletId: string; address: string }, lane?: Lane): Facts {
  const { chain, state, inFlight, outgoing, coins } = turn
  const funds = state.funds.get(wallet.address)
  if (!funds) throw new Error('a lane was planned without its balances')
  return {
    // The platform's own wallets hold nothing but the platform's money.
    gasPolicy: lane?.businessId === PLATFORM_BUSINESS_ID ? ('sponsored' as const) : chain.gasPolicy,
    inFlight: inFlight.get(wallet.walletId),
    outgoing: outgoing.get(wallet.walletId),
    funds,
    coins: coins.get(wallet.walletId) ?? NO_COINS,
    isStale: state.stale.has(wallet.address),
  }
}
