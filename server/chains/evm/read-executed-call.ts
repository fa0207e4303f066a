import { decodeFunctionData, type Hex } from 'viem'
import { slipwayDelegateAbi } from '@/contracts/generated/slipway-delegate'

/** The call inside a carrier's calldata; null if it is no carrier, or carries several. */
export function readExecutedCall(data: string): { to: string; value: bigint; data: string } | null {
  try {
    const decoded = decodeFunctionData({ abi: slipwayDelegateAbi, data: data as Hex }) // what is no hex does not decode
    if (decoded.functionName !== 'execute') return null
    const [call, ...more] = decoded.args[0].calls
    return call && more.length === 0 ? call : null
  } catch {
    return null
  }
}
