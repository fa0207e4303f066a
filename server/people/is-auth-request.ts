/**
 * The requests that the portal makes to next-auth. Its other routes are closed: `_log` lets any caller write to our
 * log, and it answers some with 500.
 */
const METHODS = new Map<string | undefined, readonly string[]>([
  ['csrf', ['GET']],
  ['session', ['GET']],
  ['providers', ['GET']],
  ['error', ['GET']],
  ['signin', ['GET', 'POST']],
  ['signout', ['GET', 'POST']],
  ['callback', ['POST']],
])

/** Whether next-auth handles a request, by its method and what follows `/api/auth/` in its path. */
export function isAuthRequest(method: string, [action]: readonly string[]): boolean {
  return METHODS.get(action)?.includes(method) ?? false
}
