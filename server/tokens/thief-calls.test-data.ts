import { type Address, encodeFunctionData, type Hex } from 'viem'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { first } from '@/server/testing/first'
import {
  encodeApprove,
  encodeFund,
  encodeMint,
  encodeRecordCoupon,
  encodeRecordRedemption,
} from './operations/asset-calls'

/** A call that the tokenAdmin's key signs without an operation. */
export type SignedCall =
  | { call: 'record'; index: number; secondsAgo: number; numerator: bigint; denominator: bigint }
  | { call: 'fund'; index: number }
  | { call: 'allow'; units: bigint }
  | { call: 'mint' | 'freeze-part'; who: number; units: bigint }
  | { call: 'close'; numerator: bigint }

/** The data of a call. Times count from `now`, in seconds. */
export function encodeSigned(
  one: SignedCall,
  { bond, hands, now }: { bond: Address; hands: readonly Address[]; now: number },
): Hex {
  const addressOf = (who: number) => first(hands.slice(who % hands.length))
  switch (one.call) {
    case 'record':
      return encodeRecordCoupon(one.index, Math.max(0, now - one.secondsAgo), one)
    case 'fund':
      return encodeFund(one.index)
    case 'allow':
      return encodeApprove(bond, one.units)
    case 'mint':
      return encodeMint(addressOf(one.who), one.units)
    case 'freeze-part': {
      const args = [addressOf(one.who), one.units] as const
      return encodeFunctionData({ abi: yieldTokenAbi, functionName: 'setFrozenTokens', args })
    }
    case 'close':
      return encodeRecordRedemption({ numerator: one.numerator, denominator: 1n })
    default:
      return one satisfies never
  }
}
