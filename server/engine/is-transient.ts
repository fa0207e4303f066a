import { isDatabaseAway } from '@/db/connection-lost'

/** Connections that broke off (class 08), serialization failures and deadlocks. */
const UNDONE = /^(08\w{3}|40001|40P01)$/

/** Out of reach now, fine in a moment: the node (or one that talks nonsense), Postgres (a deadlock too), or a lease that another process took. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (['RpcUnavailableError', 'RpcError', 'LeaseLostError', 'ZodError'].includes(error.name)) return true
  const root = error.cause instanceof Error ? error.cause : error
  return isDatabaseAway(error) || ('code' in root && UNDONE.test(String(root.code)))
}
