import { applyToPayouts } from './apply-to-payouts'
import { applyToUnits } from './apply-to-units'
import { ADMIN, type AssetModel, walletAt } from './asset-model'
import { done, type Operation, type Outcome, refused } from './operation'

/** Does to the model what an operation does to an asset, and says what it ends in. */
export function applyOperation(model: AssetModel, operation: Operation): Outcome {
  switch (operation.kind) {
    case 'register':
      return { error: null, reasons: operation.lines.map((line) => register(model, line)) }
    case 'remove':
      return { error: null, reasons: operation.wallets.map((wallet) => remove(model, wallet)) }
    case 'freeze':
      if (operation.wallet === ADMIN) return refused('InvalidWallet')
      walletAt(model, operation.wallet).frozen = operation.frozen
      return done
    case 'freezeTokens':
      if (operation.wallet === ADMIN) return refused('InvalidWallet')
      walletAt(model, operation.wallet).frozenTokens = operation.amount
      return done
    case 'pause':
      return switchPause(model, true)
    case 'unpause':
      return switchPause(model, false)
    case 'block':
      walletAt(model, operation.wallet).blocked = operation.blocked
      return done
    case 'mint':
    case 'batchMint':
    case 'burn':
    case 'force':
    case 'transfer':
    case 'approve':
    case 'spend':
      return applyToUnits(model, operation)
    default:
      return applyToPayouts(model, operation)
  }
}

function register(model: AssetModel, line: { wallet: number; investor: number }): string | null {
  const wallet = walletAt(model, line.wallet)
  if (line.investor === 0) return 'InvalidWallet'
  if (wallet.investor !== 0 && wallet.investor !== line.investor) return 'WalletTaken'
  wallet.investor = line.investor
  return null
}

function remove(model: AssetModel, index: number): string | null {
  const wallet = walletAt(model, index)
  if (wallet.investor === 0) return 'NotRegistered'
  if (wallet.balance > 0n) return 'WalletHoldsTokens'
  wallet.investor = 0
  return null
}

function switchPause(model: AssetModel, paused: boolean): Outcome {
  if (model.paused === paused) return refused(paused ? 'EnforcedPause' : 'ExpectedPause')
  model.paused = paused
  return done
}
