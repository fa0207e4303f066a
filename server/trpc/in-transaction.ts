import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/** The scope of the keys of mutations without a project. */
export const PLATFORM_SCOPE = { businessId: PLATFORM_BUSINESS_ID, projectId: null }

/**
 * Throws the failure of a procedure: tRPC passes failures on as values, and a transaction rolls back on throws only.
 */
export function unwrapResult<R extends { ok: boolean }>(result: R): R {
  if (!result.ok && 'error' in result) throw result.error
  return result
}
