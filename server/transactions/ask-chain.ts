import { ZodError } from 'zod'
import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { ApiError } from '@/server/errors'

/** Runs reads of a chain that a request cannot be answered without; where the chain does not tell, it is unavailable (503). */
export async function askChain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const isChain = cause instanceof RpcUnavailableError || cause instanceof RpcError || cause instanceof ZodError
    if (!isChain) throw cause
    throw new ApiError('unavailable', 'The chain cannot be reached right now. Please try again.', { cause })
  }
}
