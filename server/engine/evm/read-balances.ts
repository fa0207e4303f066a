import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { balanceOfCall } from '@/server/chains/evm/erc20'
import { readLatestQuantities } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import type { RpcCall } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'

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
    const cached = state.funds.get(address)
    if (cached) return cached
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

const units = z.string().transform((text) => BigInt(text))
const coinsRow = z.object({ walletId: z.string(), floatUnits: units, pendingUnits: units })

/**
 * The platform's coins in a wallet: what final top-ups left, and pending top-ups that its balance may already include.
 */
export type PlatformCoins = { floatUnits: bigint; pendingUnits: bigint }

export const NO_COINS: PlatformCoins = { floatUnits: 0n, pendingUnits: 0n }

/**
 * The platform's coins in the wallets of a turn, by wallet id. One statement reads both figures, because a top-up moves
 * from one to the other when it is final. Read them after the balances, so that no balance includes an unknown top-up.
 * Only wallets whose gas or amounts depend on them are read. The platform's own wallets have no entry.
 */
export async function readPlatformCoins(
  { db }: WorkerCtx,
  chain: Chain,
  lanes: readonly Lane[],
  queued: readonly Queued[],
): Promise<Map<string, PlatformCoins>> {
  const ids = new Set(queued.filter(movesCoins).map((row) => row.walletId))
  if (chain.gasPolicy === 'debited') for (const lane of lanes) ids.add(lane.walletId)
  if (ids.size === 0) return new Map()
  const rows = await db.execute(sql`
    select l.wallet_id as "walletId", l.gas_float_units::text as "floatUnits",
      coalesce((select sum(t.amount_units) from transactions t
        where t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP' and t.status = 'PENDING'), 0)::text as "pendingUnits"
    from lanes l where l.chain_id = ${chain.chainId} and l.business_id <> ${PLATFORM_BUSINESS_ID}
      and l.wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb))`)
  return new Map(
    z
      .array(coinsRow)
      .parse([...rows])
      .map(({ walletId, ...coins }) => [walletId, coins]),
  )
}

/** Native coins leave the wallet. */
export function movesCoins({ type, tokenAddress, amountUnits }: Queued): boolean {
  return tokenAddress === null && amountUnits > 0n && type !== 'GAS_TOPUP'
}
