import { maxUint256 } from 'viem'
import { ADMIN, type AssetModel, liveLots, refusalOf, sum, walletAt } from './asset-model'
import { done, type Operation, type Outcome, refused } from './operation'

type UnitsOperation = Extract<
  Operation,
  { kind: 'mint' | 'batchMint' | 'burn' | 'force' | 'transfer' | 'approve' | 'spend' }
>

/** Does to the model what an operation with units does to an asset, and says what it ends in. */
export function applyToUnits(model: AssetModel, operation: UnitsOperation): Outcome {
  switch (operation.kind) {
    case 'mint':
      return refused(mint(model, operation))
    case 'batchMint':
      return { error: null, reasons: operation.lines.map((line) => mint(model, line)) }
    case 'burn':
      return burn(model, operation)
    case 'force': {
      const error = refusalOf(model, { ...operation, forced: true })
      if (!error) {
        move(model, operation)
        afterTaking(model, operation.from)
      }
      return refused(error)
    }
    case 'transfer': {
      const error = refusalOf(model, operation)
      if (!error) move(model, operation)
      return refused(error)
    }
    case 'approve':
      walletAt(model, operation.from).allowances.set(operation.spender, operation.amount)
      return done
    case 'spend':
      return spend(model, operation)
  }
}

function mint(model: AssetModel, { to, amount }: { to: number; amount: bigint }): string | null {
  const error = refusalOf(model, { from: null, to, amount })
  if (error) return error
  const wallet = walletAt(model, to)
  wallet.balance += amount
  const { lockUpSeconds } = model.limits
  if (to === ADMIN || amount === 0n || lockUpSeconds === 0n) return null
  const step = (lockUpSeconds + 63n) / 64n
  const earliest = model.time + lockUpSeconds
  wallet.lots.push({ amount, unlockAt: earliest % step === 0n ? earliest : earliest - (earliest % step) + step })
  return null
}

function burn(model: AssetModel, { from, amount }: { from: number; amount: bigint }): Outcome {
  const wallet = walletAt(model, from)
  if (model.payouts.has(0)) return refused('TokenClosed')
  if (amount > wallet.balance) return refused('InsufficientBalance')
  wallet.balance -= amount
  afterTaking(model, from)
  return done
}

function spend(model: AssetModel, operation: Extract<Operation, { kind: 'spend' }>): Outcome {
  const error = refusalOf(model, operation)
  if (error) return refused(error)
  const { allowances } = walletAt(model, operation.from)
  const allowance = allowances.get(operation.spender) ?? 0n
  if (allowance < operation.amount) return refused('ERC20InsufficientAllowance')
  // The most there is never runs out.
  if (allowance !== maxUint256) allowances.set(operation.spender, allowance - operation.amount)
  move(model, operation)
  return done
}

function move(model: AssetModel, { from, to, amount }: { from: number; to: number; amount: bigint }): void {
  walletAt(model, from).balance -= amount
  walletAt(model, to).balance += amount
}

/** No more is locked or frozen than what the wallet still has; the lots that unlock last give way first. */
export function afterTaking(model: AssetModel, index: number): void {
  const wallet = walletAt(model, index)
  const lots = liveLots(model, index)
  let excess = sum(lots.map(({ amount }) => amount)) - wallet.balance
  for (const lot of lots.toReversed()) {
    if (excess <= 0n) break
    const isAll = excess >= lot.amount
    const less = isAll ? lot.amount : excess
    lot.amount -= less
    excess -= less
  }
  if (wallet.frozenTokens > wallet.balance) wallet.frozenTokens = wallet.balance
}
