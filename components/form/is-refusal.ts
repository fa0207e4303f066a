/** Failures the server answered with without saying that nothing was done. */
const UNCERTAIN = ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE', 'TIMEOUT']

/** The server refused the request: nothing was changed, and a repetition would be refused too. */
export function isRefusal({ data }: { data?: { code?: unknown } | null }): boolean {
  return typeof data?.code === 'string' && !UNCERTAIN.includes(data.code)
}
