import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { type RangeSize, shrunk } from './range-size'

/**
 * How many blocks to ask for after a source refused so many. Throws the error where it is about something else; where a
 * single block was refused it is no wrong question, whatever its code says: RpcUnavailableError, so that it is asked
 * again.
 */
export function afterRefusal(
  error: unknown,
  { range, isDivisible }: { range: RangeSize; isDivisible: boolean },
): RangeSize {
  const smaller = error instanceof RpcError ? shrunk(range, error.message) : null
  if (smaller === null) throw error
  if (!isDivisible) throw new RpcUnavailableError('a node refuses the logs of a single block', { cause: error })
  return smaller
}
