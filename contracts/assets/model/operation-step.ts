import { type Address, encodeFunctionData, type Hex, pad, toHex, zeroAddress } from 'viem'
import { hostilePaymentAbi } from '../../generated/hostile-payment'
import { yieldTokenAbi } from '../../generated/yield-token'
import { MANNERS } from '../../testing/yield-asset'
import { ADMIN } from './asset-model'
import type { Operation } from './operation'

/** Where a scenario takes place; wallets by their number. */
type Site = { asset: Address; payment: Address; wallets: readonly Address[] }
/** One line of `AssetDriver.run`. */
type Step = { actor: bigint; to: Address; data: Hex; questions: Hex[] }

/** A bystander pays out: anyone may. */
const PASSER_BY = 1

export const investorWord = (investor: number): Hex => pad(toHex(investor), { size: 32 })

/** The call that an operation is; before movements of units the asset is asked what it will say. */
export function operationStep(operation: Operation, site: Site, time: bigint): Step {
  const [actor, data] = callOf(operation, site, time)
  const to = operation.kind === 'block' ? site.payment : site.asset
  return { actor: BigInt(actor), to, data, questions: questionsOf(operation, site) }
}

function questionsOf(operation: Operation, { wallets }: Site): Hex[] {
  const { kind } = operation
  if (kind !== 'transfer' && kind !== 'mint' && kind !== 'spend') return []
  const from = kind === 'mint' ? zeroAddress : addressAt(wallets, operation.from)
  const args = [from, addressAt(wallets, operation.to), operation.amount] as const
  return [
    encodeFunctionData({ abi: yieldTokenAbi, functionName: 'refusalOf', args }),
    encodeFunctionData({ abi: yieldTokenAbi, functionName: 'canTransfer', args }),
  ]
}

function addressAt(wallets: readonly Address[], index: number): Address {
  const address = wallets[index]
  if (!address) throw new Error(`no wallet ${index}`)
  return address
}

function callOf(operation: Operation, { wallets }: Site, time: bigint): [actor: number, data: Hex] {
  const abi = yieldTokenAbi
  const at = (index: number) => addressAt(wallets, index)
  const all = (indexes: readonly number[]) => indexes.map(at)
  switch (operation.kind) {
    case 'register': {
      const investors = operation.lines.map(({ investor }) => investorWord(investor))
      const args = [all(operation.lines.map(({ wallet }) => wallet)), investors] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'registerWallets', args })]
    }
    case 'remove':
      return [ADMIN, encodeFunctionData({ abi, functionName: 'removeWallets', args: [all(operation.wallets)] })]
    case 'freeze': {
      const args = [[at(operation.wallet)], [operation.frozen]] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'batchSetAddressFrozen', args })]
    }
    case 'freezeTokens': {
      const args = [at(operation.wallet), operation.amount] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'setFrozenTokens', args })]
    }
    case 'pause':
    case 'unpause':
      return [ADMIN, encodeFunctionData({ abi, functionName: operation.kind })]
    case 'mint':
      return [ADMIN, encodeFunctionData({ abi, functionName: 'mint', args: [at(operation.to), operation.amount] })]
    case 'batchMint': {
      const args = [operation.lines.map(({ to }) => at(to)), operation.lines.map(({ amount }) => amount)] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'batchMint', args })]
    }
    case 'burn':
      return [ADMIN, encodeFunctionData({ abi, functionName: 'burn', args: [at(operation.from), operation.amount] })]
    case 'force': {
      const args = [at(operation.from), at(operation.to), operation.amount] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'forcedTransfer', args })]
    }
    case 'transfer': {
      const args = [at(operation.to), operation.amount] as const
      return [operation.from, encodeFunctionData({ abi, functionName: 'transfer', args })]
    }
    case 'approve': {
      const args = [at(operation.spender), operation.amount] as const
      return [operation.from, encodeFunctionData({ abi, functionName: 'approve', args })]
    }
    case 'spend': {
      const args = [at(operation.from), at(operation.to), operation.amount] as const
      return [operation.spender, encodeFunctionData({ abi, functionName: 'transferFrom', args })]
    }
    case 'record': {
      const recordTime = Number(time) - operation.ago
      const args = [BigInt(operation.id), recordTime, operation.numerator, operation.denominator] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'recordCoupon', args })]
    }
    case 'fund':
      return [ADMIN, encodeFunctionData({ abi, functionName: 'fundPayout', args: [BigInt(operation.id)] })]
    case 'pay': {
      const args = [BigInt(operation.id), all(operation.holders)] as const
      return [PASSER_BY, encodeFunctionData({ abi, functionName: 'payCoupon', args })]
    }
    case 'claim':
      return [operation.holder, encodeFunctionData({ abi, functionName: 'claimCoupon', args: [BigInt(operation.id)] })]
    case 'payOwed':
      return [PASSER_BY, encodeFunctionData({ abi, functionName: 'payOwed', args: [at(operation.holder)] })]
    case 'returnRest':
      return [PASSER_BY, encodeFunctionData({ abi, functionName: 'returnRest', args: [BigInt(operation.id)] })]
    case 'close': {
      const args = [operation.numerator, operation.denominator] as const
      return [ADMIN, encodeFunctionData({ abi, functionName: 'recordRedemption', args })]
    }
    case 'redeem':
      return [PASSER_BY, encodeFunctionData({ abi, functionName: 'redeem', args: [all(operation.holders)] })]
    case 'block': {
      const args = [at(operation.wallet), MANNERS[operation.blocked ? 'reverts' : 'honest']] as const
      return [PASSER_BY, encodeFunctionData({ abi: hostilePaymentAbi, functionName: 'behaveTowards', args })]
    }
  }
}
