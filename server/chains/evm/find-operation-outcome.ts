import { slipwayDelegateTopics } from '@/contracts/generated/slipway-delegate'
import { hexDigits } from '@/schemas/chains/evm/words'

const EXECUTED = slipwayDelegateTopics['OperationExecuted(bytes32,bool,bytes)']

type Log = { address: string; topics: readonly string[]; data: string }

/** `result` is the revert data of the calls (0x when they succeeded), cut at 512 bytes. */
export type OperationOutcome = { success: boolean; result: `0x${string}` }

/**
 * The outcome of an operation in a mined transaction of a relayer. Null if the transaction did nothing for it: the
 * wallet has no delegate, or the transaction reverted. Only the wallet's own log counts, because any contract can emit
 * the same event.
 */
export function findOperationOutcome(
  logs: readonly Log[],
  operation: { wallet: string; id: string },
): OperationOutcome | null {
  const [wallet, id] = [operation.wallet.toLowerCase(), operation.id.toLowerCase()]
  const log = logs.find(
    ({ address, topics }) =>
      topics[0]?.toLowerCase() === EXECUTED && topics[1]?.toLowerCase() === id && address.toLowerCase() === wallet,
  )
  if (!log) return null
  const data = hexDigits(log.data)
  const length = Number(BigInt(`0x${data.slice(128, 192)}`))
  return { success: BigInt(`0x${data.slice(0, 64)}`) === 1n, result: `0x${data.slice(192, 192 + length * 2)}` }
}
