import { isDatabaseUnavailable } from '@/db/connection-lost'

/** Connections that broke off (class 08), serialization failures and deadlocks. */
const UNDONE = /^(08\w{3}|40001|40P01)$/

/** JSON-RPC's codes for an invalid request, which a repetition does not change. */
const WRONG_QUESTION = [-32600, -32602]

/**
 * Whether an error passes within moments: an unreachable node or Postgres (also a deadlock), a lease that another
 * process took, or a recovery that began meanwhile.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (['RpcUnavailableError', 'LeaseLostError'].includes(error.name)) return true
  if ('reason' in error && error.reason === 'recovering') return true
  if (error.name === 'RpcError') return !('code' in error && WRONG_QUESTION.includes(Number(error.code)))
  const root = error.cause instanceof Error ? error.cause : error
  return isDatabaseUnavailable(error) || ('code' in root && UNDONE.test(String(root.code)))
}
