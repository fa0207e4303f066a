/** Failures the server answered with without saying that nothing was done. */
const UNCERTAIN = ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'TIMEOUT']

/** The server answered and meant it: nothing was done, and asking the same again would not help. */
export function isRefusal({ data }: { data?: { code?: unknown } | null }): boolean {
  return typeof data?.code === 'string' && !UNCERTAIN.includes(data.code)
}
