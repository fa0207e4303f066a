import { maxUint128 } from 'viem'

export const ADMIN = 0

export type Limits = { maxHolders: bigint; maxPerInvestor: bigint; lockUpSeconds: bigint }
type Lot = { amount: bigint; unlockAt: bigint }
type WalletModel = {
  investor: number
  balance: bigint
  frozen: boolean
  frozenTokens: bigint
  lots: Lot[]
  allowances: Map<number, bigint>
  /** Units of the payment token. */
  money: bigint
  blocked: boolean
  owed: bigint
}
export type PayoutModel = {
  recordTime: bigint
  numerator: bigint
  denominator: bigint
  basis: bigint
  /** Null before it is funded. */
  funded: bigint | null
  paid: Set<number>
  paidUnits: bigint
  paidAmount: bigint
  owed: bigint
  returned: bigint
}
/**
 * A plain model of an asset: it keeps no running totals, and computes each value from balances and lists when it is
 * asked for.
 */
export type AssetModel = {
  limits: Limits
  time: bigint
  paused: boolean
  wallets: WalletModel[]
  /** The balances of all wallets at the end of each second. */
  past: { time: bigint; balances: bigint[] }[]
  payouts: Map<number, PayoutModel>
}

export function newAssetModel(limits: Limits, walletCount: number, adminMoney: bigint): AssetModel {
  const wallets = Array.from({ length: walletCount }, (_, index) => ({
    investor: 0,
    balance: 0n,
    frozen: false,
    frozenTokens: 0n,
    lots: [],
    allowances: new Map(),
    money: index === ADMIN ? adminMoney : 0n,
    blocked: false,
    owed: 0n,
  }))
  return { limits, time: 0n, paused: false, wallets, past: [], payouts: new Map() }
}

export function walletAt(model: AssetModel, index: number): WalletModel {
  const wallet = model.wallets[index]
  if (!wallet) throw new Error(`no wallet ${index}`)
  return wallet
}

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
export const supplyOf = (model: AssetModel): bigint => sum(model.wallets.map(({ balance }) => balance))

/** Units of an investor over all its wallets but the admin's. */
export function unitsOf(model: AssetModel, investor: number): bigint {
  return sum(
    model.wallets.map((wallet, index) => (index !== ADMIN && wallet.investor === investor ? wallet.balance : 0n)),
  )
}

export function holderCountOf(model: AssetModel): number {
  const holding = model.wallets.filter(({ balance }, index) => index !== ADMIN && balance > 0n)
  return new Set(holding.map(({ investor }) => investor)).size
}

/** Lots that are still locked. */
export function liveLots(model: AssetModel, index: number): Lot[] {
  return walletAt(model, index).lots.filter(({ unlockAt }) => unlockAt > model.time)
}

export function lockedOf(model: AssetModel, index: number): bigint {
  const inLots = sum(liveLots(model, index).map(({ amount }) => amount))
  const { balance } = walletAt(model, index)
  const isAll = inLots > balance
  return isAll ? balance : inLots
}

/** The name of the error that a mint (from null), a transfer or a forced transfer ends in; null when it succeeds. */
export function refusalOf(
  model: AssetModel,
  { from, to, amount, forced = false }: { from: number | null; to: number; amount: bigint; forced?: boolean },
): string | null {
  if (model.payouts.has(0)) return 'TokenClosed'
  if (from !== null && !forced && model.paused) return 'EnforcedPause'
  const parties = from === null || forced ? [to] : [from, to]
  for (const party of parties) {
    if (party === ADMIN) continue
    if (walletAt(model, party).investor === 0) return 'NotRegistered'
    if (walletAt(model, party).frozen) return 'WalletFrozen'
  }
  if (from === null && supplyOf(model) + amount > maxUint128) return 'SupplyLimit'
  const sender = from === null ? null : walletAt(model, from)
  if (sender && from !== null && !forced && amount <= sender.balance) {
    if (amount > sender.balance - lockedOf(model, from)) return 'LockedUp'
    if (amount > 0n && amount + sender.frozenTokens > sender.balance) return 'FrozenTokens'
  }
  const limit = limitRefusal(model, from, to, amount)
  if (limit) return limit
  return sender && amount > sender.balance ? 'InsufficientBalance' : null
}

function limitRefusal(model: AssetModel, from: number | null, to: number, amount: bigint): string | null {
  const { maxHolders, maxPerInvestor } = model.limits
  const senderInvestor = from === null || from === ADMIN ? null : walletAt(model, from).investor
  const recipientInvestor = walletAt(model, to).investor
  if (to === ADMIN || amount === 0n || senderInvestor === recipientInvestor) return null
  const had = unitsOf(model, recipientInvestor)
  if (maxPerInvestor > 0n && had + amount > maxPerInvestor) return 'InvestorLimit'
  const empties = senderInvestor !== null && senderInvestor !== 0 && unitsOf(model, senderInvestor) <= amount ? 1 : 0
  const after = holderCountOf(model) + (had === 0n ? 1 : 0) - empties
  return maxHolders > 0n && had === 0n && BigInt(after) > maxHolders ? 'HolderLimit' : null
}
