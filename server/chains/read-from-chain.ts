import { refusal } from '@/server/errors'
import { RpcError, RpcUnavailableError } from './rpc'

/** Runs reads of a chain that a request needs. If the chain does not answer, throws unavailable (503). */
export async function readFromChain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (!isChainFault(cause)) throw cause
    throw refusal('chain_unreachable', { cause })
  }
}

/** No endpoint answered in a readable form. */
export function isChainFault(error: unknown): boolean {
  return error instanceof RpcUnavailableError || error instanceof RpcError
}
