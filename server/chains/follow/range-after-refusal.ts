import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { type RangeSize, shrinkRange } from './range-size'

/**
 * How many blocks to request after a source refused a range. Throws the error where it is about something else. If a
 * single block was refused, the request was valid whatever the code says: throws RpcUnavailableError, so that it is
 * sent again.
 */
export function rangeAfterRefusal(
  error: unknown,
  { range, isDivisible }: { range: RangeSize; isDivisible: boolean },
): RangeSize {
  const smaller = error instanceof RpcError ? shrinkRange(range, error.message) : null
  if (smaller === null) throw error
  if (!isDivisible) throw new RpcUnavailableError('a node refuses the logs of a single block', { cause: error })
  return smaller
}
