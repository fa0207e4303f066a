import { afterTaking } from './apply-to-units'
import { ADMIN, type AssetModel, type PayoutModel, sum, supplyOf, walletAt } from './asset-model'
import { done, type Operation, type Outcome, refused } from './operation'

type PayoutsOperation = Extract<
  Operation,
  { kind: 'record' | 'fund' | 'pay' | 'claim' | 'payOwed' | 'returnRest' | 'close' | 'redeem' }
>
type Figures = { recordTime: bigint; numerator: bigint; denominator: bigint; basis: bigint }

/** Applies an operation with payouts to the model, and returns its outcome. */
export function applyToPayouts(model: AssetModel, operation: PayoutsOperation): Outcome {
  switch (operation.kind) {
    case 'record':
      return record(model, operation)
    case 'fund':
      return fund(model, operation.id)
    case 'pay':
      return payCoupon(model, operation.id, operation.holders)
    case 'claim':
      return payCoupon(model, operation.id, [operation.holder])
    case 'payOwed':
      return payOwed(model, operation.holder)
    case 'returnRest':
      return returnRest(model, operation.id)
    case 'close':
      return close(model, operation)
    case 'redeem':
      return redeem(model, operation.holders)
  }
}

/** The balance of a wallet at the end of the given second. */
function balanceAt(model: AssetModel, index: number, time: bigint): bigint {
  const then = model.past.findLast((moment) => moment.time <= time)
  return then?.balances[index] ?? 0n
}

function amountFor({ numerator, denominator }: PayoutModel, units: bigint): bigint {
  return (units * numerator) / denominator
}

function record(model: AssetModel, operation: Extract<Operation, { kind: 'record' }>): Outcome {
  const { id, ago, numerator, denominator } = operation
  const recordTime = model.time - BigInt(ago)
  if (id === 0) return refused('InvalidIndex')
  const known = model.payouts.get(id)
  if (known) {
    const same =
      [known.recordTime, known.numerator, known.denominator].join() === [recordTime, numerator, denominator].join()
    return refused(same ? null : 'AlreadyRecorded')
  }
  if (recordTime >= model.time) return refused('RecordTimeAhead')
  const closed = model.payouts.get(0)
  if (closed && recordTime >= closed.recordTime) return refused('TokenClosed')
  if (denominator === 0n) return refused('InvalidFraction')
  const basis = sum(model.wallets.map((_, index) => (index === ADMIN ? 0n : balanceAt(model, index, recordTime))))
  enter(model, id, { recordTime, numerator, denominator, basis })
  return done
}

function close(model: AssetModel, { numerator, denominator }: Extract<Operation, { kind: 'close' }>): Outcome {
  const known = model.payouts.get(0)
  if (known) {
    const same = known.numerator === numerator && known.denominator === denominator
    return refused(same ? null : 'AlreadyRecorded')
  }
  if (denominator === 0n) return refused('InvalidFraction')
  walletAt(model, ADMIN).balance = 0n
  enter(model, 0, { recordTime: model.time, numerator, denominator, basis: supplyOf(model) })
  return done
}

function enter(model: AssetModel, id: number, figures: Figures): void {
  const nothing = { funded: null, paidUnits: 0n, paidAmount: 0n, owed: 0n, returned: 0n }
  model.payouts.set(id, { ...figures, ...nothing, paid: new Set() })
}

function fund(model: AssetModel, id: number): Outcome {
  const payout = model.payouts.get(id)
  if (!payout) return refused('NotRecorded')
  if (payout.funded !== null) return done
  const required = amountFor(payout, payout.basis)
  const admin = walletAt(model, ADMIN)
  if (required > admin.money) return refused('ERC20InsufficientBalance')
  admin.money -= required
  payout.funded = required
  return done
}

function payCoupon(model: AssetModel, id: number, holders: readonly number[]): Outcome {
  if (id === 0) return refused('InvalidIndex')
  const payout = model.payouts.get(id)
  if (!payout) return refused('NotRecorded')
  if (payout.funded === null) return refused('NotFunded')
  for (const holder of holders) {
    const units = balanceAt(model, holder, payout.recordTime)
    if (holder !== ADMIN && units > 0n && !payout.paid.has(holder)) pay(model, payout, holder, units)
  }
  return done
}

function redeem(model: AssetModel, holders: readonly number[]): Outcome {
  const payout = model.payouts.get(0)
  if (!payout) return refused('NotRecorded')
  if (payout.funded === null) return refused('NotFunded')
  for (const holder of holders) {
    const wallet = walletAt(model, holder)
    const units = wallet.balance
    if (units === 0n) continue
    wallet.balance = 0n
    afterTaking(model, holder)
    pay(model, payout, holder, units)
  }
  return done
}

function pay(model: AssetModel, payout: PayoutModel, holder: number, units: bigint): void {
  const wallet = walletAt(model, holder)
  const amount = amountFor(payout, units)
  payout.paid.add(holder)
  payout.paidUnits += units
  if (wallet.frozen || (wallet.blocked && amount > 0n)) {
    payout.owed += amount
    wallet.owed += amount
    return
  }
  payout.paidAmount += amount
  wallet.money += amount
}

function payOwed(model: AssetModel, holder: number): Outcome {
  const wallet = walletAt(model, holder)
  if (wallet.frozen) return refused('WalletFrozen')
  if (wallet.owed > 0n && wallet.blocked) return refused('PaymentRefused')
  wallet.money += wallet.owed
  wallet.owed = 0n
  return done
}

function returnRest(model: AssetModel, id: number): Outcome {
  const payout = model.payouts.get(id)
  if (!payout) return refused('NotRecorded')
  if (payout.funded === null) return refused('NotFunded')
  if (payout.paidUnits !== payout.basis) return refused('NotSettled')
  const rest = payout.funded - payout.paidAmount - payout.owed - payout.returned
  payout.returned += rest
  walletAt(model, ADMIN).money += rest
  return done
}
