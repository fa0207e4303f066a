import { decodeFunctionData, type Hex } from 'viem'
import { slipwayDelegateAbi } from '@/contracts/generated/slipway-delegate'

/** The call inside the calldata of a relayer's transaction; null if it has none or several. */
export function readExecutedCall(data: string): { to: string; value: bigint; data: string } | null {
  try {
    const decoded = decodeFunctionData({ abi: slipwayDelegateAbi, data: data as Hex }) // invalid hex does not decode
    if (decoded.functionName !== 'execute') return null
    const [call, ...more] = decoded.args[0].calls
    return call && more.length === 0 ? call : null
  } catch {
    return null
  }
}
