import { encodeFunctionData, getAbiItem, getAddress, type Hex, keccak256, toFunctionSelector, toHex } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { type PayoutStep, REDEMPTION_INDEX } from '@/schemas/tokens/words'

const abi = yieldTokenAbi
const addresses = (texts: readonly string[]) => texts.map((text) => getAddress(text))

/** The key of an investor on the chain, which does not reveal the business's own id of the investor. */
export function investorKeyOf(tokenId: string, investorId: string): Hex {
  return keccak256(toHex(`${tokenId}:${investorId}`))
}

export function encodeMint(to: string, units: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'mint', args: [getAddress(to), units] })
}

export function encodeBatchMint(to: readonly string[], units: readonly bigint[]): Hex {
  return encodeFunctionData({ abi, functionName: 'batchMint', args: [addresses(to), units] })
}

export function encodeBurn(from: string, units: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'burn', args: [getAddress(from), units] })
}

export function encodeAssetTransfer(to: string, units: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'transfer', args: [getAddress(to), units] })
}

export function encodeForcedTransfer(from: string, to: string, units: bigint): Hex {
  return encodeFunctionData({ abi, functionName: 'forcedTransfer', args: [getAddress(from), getAddress(to), units] })
}

export function encodePause(isPaused: boolean): Hex {
  return encodeFunctionData({ abi, functionName: isPaused ? 'pause' : 'unpause' })
}

export function encodeRegister(wallets: readonly string[], investorKeys: readonly Hex[]): Hex {
  return encodeFunctionData({ abi, functionName: 'registerWallets', args: [addresses(wallets), investorKeys] })
}

export function encodeRemove(wallets: readonly string[]): Hex {
  return encodeFunctionData({ abi, functionName: 'removeWallets', args: [addresses(wallets)] })
}

export function encodeFreeze(wallets: readonly string[], isFrozen: boolean): Hex {
  const args = [addresses(wallets), wallets.map(() => isFrozen)] as const
  return encodeFunctionData({ abi, functionName: 'batchSetAddressFrozen', args })
}

/** `recordTime`: seconds since 1970. `rate`: payment units for each unit of the token. */
export function encodeRecordCoupon(
  index: number,
  recordTime: number,
  rate: { numerator: bigint; denominator: bigint },
): Hex {
  const args = [BigInt(index), recordTime, rate.numerator, rate.denominator] as const
  return encodeFunctionData({ abi, functionName: 'recordCoupon', args })
}

export function encodeRecordRedemption({ numerator, denominator }: { numerator: bigint; denominator: bigint }): Hex {
  return encodeFunctionData({ abi, functionName: 'recordRedemption', args: [numerator, denominator] })
}

export function encodeApprove(spender: string, units: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(spender), units] })
}

export function encodeFund(index: number): Hex {
  return encodeFunctionData({ abi, functionName: 'fundPayout', args: [BigInt(index)] })
}

/** Pays a coupon to these holders, or redeems their tokens. */
export function encodePayHolders(index: number, holders: readonly string[]): Hex {
  if (index === REDEMPTION_INDEX) return encodeFunctionData({ abi, functionName: 'redeem', args: [addresses(holders)] })
  return encodeFunctionData({ abi, functionName: 'payCoupon', args: [BigInt(index), addresses(holders)] })
}

export function encodeReturnRest(index: number): Hex {
  return encodeFunctionData({ abi, functionName: 'returnRest', args: [BigInt(index)] })
}

const PAYOUT_CALLS: ReadonlyMap<string, PayoutStep> = new Map([
  [toFunctionSelector(getAbiItem({ abi, name: 'recordCoupon' })), 'RECORD'],
  [toFunctionSelector(getAbiItem({ abi, name: 'recordRedemption' })), 'RECORD'],
  [toFunctionSelector(getAbiItem({ abi: erc20Abi, name: 'approve' })), 'APPROVE'],
  [toFunctionSelector(getAbiItem({ abi, name: 'fundPayout' })), 'FUND'],
  [toFunctionSelector(getAbiItem({ abi, name: 'payCoupon' })), 'PAY'],
  [toFunctionSelector(getAbiItem({ abi, name: 'redeem' })), 'PAY'],
  [toFunctionSelector(getAbiItem({ abi, name: 'returnRest' })), 'RETURN'],
])

/** The purpose of a call in a payout; null for a call of another kind of operation. */
export function payoutStepOf(callData: string): PayoutStep | null {
  return PAYOUT_CALLS.get(callData.slice(0, 10)) ?? null
}
