import { zeroAddress } from 'viem'
import type { TokenEvent } from './decode-logs'

/** The state of a wallet on the chain. */
type HolderState = {
  balanceUnits: bigint
  isRegistered: boolean
  isFrozen: boolean
  investorKey: string | null
}
export type Holders = Map<string, HolderState>
/** The balance of a wallet at the end of a block, and before the events of that block. */
export type BalanceAt = { address: string; blockNumber: bigint; balanceUnits: bigint; beforeUnits: bigint }
type Projected = {
  supplyDelta: bigint
  /** One entry for each wallet and block in which its balance changed, in block order. */
  balances: BalanceAt[]
  /** Null if the events do not change it. */
  isPaused: boolean | null
}

const NO_HOLDER: HolderState = { balanceUnits: 0n, isRegistered: false, isFrozen: false, investorKey: null }

/** The wallets that events name. */
export function addressesIn(events: readonly Pick<TokenEvent, 'name' | 'args'>[]): Set<string> {
  const texts = events.flatMap(({ name, args }) => {
    if (name === 'Transfer') return [args.from, args.to]
    return name === 'WalletRegistered' || name === 'WalletRemoved' || name === 'AddressFrozen' ? [args.wallet] : []
  })
  return new Set(texts.flatMap((text) => (typeof text === 'string' && text !== zeroAddress ? [text] : [])))
}

/** Applies the events of one token, in order, to the balances and states of its wallets. Changes `holders`. */
export function projectHolders(holders: Holders, events: readonly TokenEvent[]): Projected {
  const moved = new Map<string, BalanceAt>()
  let [supplyDelta, isPaused]: [bigint, boolean | null] = [0n, null]
  const change = (address: string, to: Partial<HolderState>) =>
    holders.set(address, { ...(holders.get(address) ?? NO_HOLDER), ...to })
  const move = (address: string, units: bigint, blockNumber: bigint) => {
    if (address === zeroAddress) {
      supplyDelta -= units
      return
    }
    const before = holders.get(address)?.balanceUnits ?? 0n
    const balanceUnits = before + units
    change(address, { balanceUnits })
    const key = `${blockNumber} ${address}`
    moved.set(key, { address, blockNumber, balanceUnits, beforeUnits: moved.get(key)?.beforeUnits ?? before })
  }
  for (const { name, args, blockNumber } of events) {
    const wallet = String(args.wallet)
    if (name === 'Transfer') {
      const units = BigInt(String(args.value))
      move(String(args.from), -units, blockNumber)
      move(String(args.to), units, blockNumber)
    }
    if (name === 'WalletRegistered') change(wallet, { isRegistered: true, investorKey: String(args.investor) })
    if (name === 'WalletRemoved') change(wallet, { isRegistered: false, investorKey: null })
    if (name === 'AddressFrozen') change(wallet, { isFrozen: args.frozen === true })
    if (name === 'Paused') isPaused = true
    if (name === 'Unpaused') isPaused = false
  }
  return { supplyDelta, balances: [...moved.values()], isPaused }
}

/**
 * The number of investors with a balance. `others` has the balance of each investor in wallets that are not in
 * `holders`.
 */
export function countInvestors(holders: Holders, others: ReadonlyMap<string, bigint>): number {
  const sums = new Map(others)
  for (const { investorKey, balanceUnits } of holders.values())
    if (investorKey !== null) sums.set(investorKey, (sums.get(investorKey) ?? 0n) + balanceUnits)
  return [...sums.values()].filter((units) => units > 0n).length
}
