import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { findReadPosition, type ReadPosition } from '@/server/chains/find-read-position'
import type { Chain } from '@/server/chains/registry'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import type { WorkerCtx } from '@/server/ctx'
import { readEvmHoldings } from '@/server/wallets/balances/read-evm-holdings'
import { readPlatformUnits } from '@/server/wallets/balances/read-platform-units'
import { readSolanaHoldings } from '@/server/wallets/balances/read-solana-holdings'
import type { DueWallet } from './find-due'
import { type BalanceClaims, loadClaims } from './load-claims'

/** A movable balance, in base units, and its block. */
export type Balance = { units: bigint; block: bigint }

/** The facts about a wallet before a rule sweeps it. */
export type Funds = {
  /** At the newest block; on Solana at the newest confirmed slot. */
  newest: Balance
  /** At a block up to which all deposits are read, so that every flag in it is known; null if there is none now. */
  judged: Balance | null
  /** Solana: at a final slot up to which they are not read yet, to be judged later. Null for none. */
  observed: Balance | null
  claims: BalanceClaims
}

type Group = { chain: Chain; tokenAddress: string | null; due: readonly DueWallet[] }

/**
 * The funds of due wallets of one chain and asset, by wallet id, without those whose token did not answer. On EVM
 * chains a sweep is judged by the balance at the block up to which deposits are read. On Solana nodes have no past
 * balances, so a balance is judged once deposits are read up to its slot. Throws RpcUnavailableError, RpcError.
 */
export async function readFunds(
  ctx: WorkerCtx,
  { chain, tokenAddress, due }: Group,
): Promise<ReadonlyMap<string, Funds>> {
  const position = await findReadPosition(ctx, { chainId: chain.chainId, consumer: 'deposits' })
  const addresses = due.map(({ address }) => address)
  const newest = await readSpendable(ctx, chain, { tokenAddress, addresses, at: null })
  const held = due.flatMap((one) => {
    const balance = newest.get(one.address)
    return balance ? [{ one, newest: balance }] : []
  })
  const known = await readKnown(ctx, chain, { tokenAddress, held, position })
  const claims = await loadClaims(ctx, {
    ...{ chainId: chain.chainId, tokenAddress, position },
    wallets: held.map(({ one: { walletId }, newest: now }) => ({
      walletId,
      block: (known.get(walletId)?.judged ?? now).block,
    })),
  })
  return new Map(
    held.flatMap(({ one: { walletId }, newest: now }): [string, Funds][] => {
      const [own, { judged, observed } = NOTHING] = [claims.get(walletId), known.get(walletId)]
      if (!own) return []
      return [[walletId, { newest: now, judged: own.isPositionValid ? judged : null, observed, claims: own }]]
    }),
  )
}

type Known = Pick<Funds, 'judged' | 'observed'>
const NOTHING: Known = { judged: null, observed: null }

type Held = {
  tokenAddress: string | null
  held: readonly { one: DueWallet; newest: Balance }[]
  position: ReadPosition | null
}

/** The balances that may be judged, by wallet id, of the wallets that hold enough. */
async function readKnown(
  ctx: WorkerCtx,
  chain: Chain,
  { tokenAddress, held, position }: Held,
): Promise<ReadonlyMap<string, Known>> {
  const worth = held.filter(({ one, newest }) => newest.units - one.keepUnits >= one.thresholdUnits)
  const addresses = worth.map(({ one }) => one.address)
  const isSolana = chain.chainType === 'SOLANA'
  if (addresses.length === 0 || (position === null && !isSolana)) return new Map()
  const at = isSolana ? 'final' : position
  const balances = await readSpendable(ctx, chain, { tokenAddress, addresses, at }).catch((error: unknown) => {
    recordWorkFault(ctx, error, 'the same wallets again')
    return new Map<string, Balance>()
  })
  return new Map(
    worth.flatMap(({ one }): [string, Known][] => {
      const balance = balances.get(one.address)
      if (!balance) return []
      return [[one.walletId, isSolana ? judgeFinal(one, balance, position) : { judged: balance, observed: null }]]
    }),
  )
}

/**
 * A final balance can be judged if deposits are read up to its slot. Else the stored balance is used, or this one waits
 * for that with its slot.
 */
function judgeFinal({ observedUnits, observedBlock }: DueWallet, final: Balance, position: ReadPosition | null): Known {
  const readTo = position?.block ?? -1n
  if (final.block <= readTo) return { judged: final, observed: null }
  if (observedUnits === null || observedBlock === null) return { judged: null, observed: final }
  const observation = { units: observedUnits, block: observedBlock }
  return observation.block <= readTo
    ? { judged: observation, observed: final }
    : { judged: null, observed: observation }
}

type HoldingsInput = { tokenAddress: string | null; addresses: readonly string[]; at: ReadPosition | 'final' | null }

/**
 * The movable balances of an asset by address: without the platform's coins for gas, and on Solana without the rent of
 * the account. Throws RpcUnavailableError, RpcError.
 */
async function readSpendable(
  ctx: WorkerCtx,
  chain: Chain,
  { tokenAddress, addresses, at }: HoldingsInput,
): Promise<ReadonlyMap<string, Balance>> {
  const tokens = chain.tokens.filter(({ address }) => address === tokenAddress)
  const only = { ...chain, tokens }
  const isSolana = chain.chainType === 'SOLANA'
  const holdings = isSolana
    ? await readSolanaHoldings(only, addresses, at === 'final' ? 'finalized' : 'confirmed')
    : await readEvmHoldings(only, addresses, at === 'final' ? null : at)
  const isCoin = tokenAddress === null
  const platform = isCoin && !isSolana ? await readPlatformUnits(ctx, chain, holdings) : new Map<string, bigint>()
  const rent = isCoin && isSolana ? await rentExemptLamports(chain, 0) : 0n
  const { blockNumber: block } = holdings
  return new Map(
    addresses.flatMap((address): [string, Balance][] => {
      const units = holdings.ofAddress.get(address)?.[isCoin ? 0 : 1] ?? null
      return units === null ? [] : [[address, { units: units - (platform.get(address) ?? 0n) - rent, block }]]
    }),
  )
}
