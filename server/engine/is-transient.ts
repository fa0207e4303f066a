/** Out of reach now, fine in a moment: the node (or one that talks nonsense), Postgres (a deadlock too), or a lease that another process took. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (['RpcUnavailableError', 'RpcError', 'LeaseLostError', 'ZodError'].includes(error.name)) return true
  const root = error.cause instanceof Error ? error.cause : error
  const code = 'code' in root ? String(root.code) : ''
  return /^(CONNECTION_|CONNECT_|ECONN|EPIPE|ETIMEDOUT|57P0|08|40001|40P01)/.test(code)
}
