import { ApiError, MESSAGES } from '@/server/errors'
import { type AccessClaims, verifyAccessToken } from '@/server/keys/access-token'
import { soldBy } from '@/server/plans/sold-by'
import { cachedProjectAccess, type ProjectAccess } from '@/server/projects/find-project-access'
import type { Endpoint, Scope } from './endpoint'

/** Who holds the token, or 401. A key that was revoked, ran out or never existed makes its tokens invalid. */
export async function authenticate(
  authorization: string | null,
  contextMessage: string = MESSAGES.contextMissing,
): Promise<{ claims: AccessClaims; access: ProjectAccess }> {
  const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw new ApiError('unauthenticated', MESSAGES.tokenMissing)
  const claims = await verifyAccessToken(token)
  if (!claims) throw new ApiError('unauthenticated', MESSAGES.tokenInvalid)
  if (!claims.businessId) throw new ApiError('unauthenticated', MESSAGES.contextMissing)
  if (!claims.projectId) throw new ApiError('unauthenticated', contextMessage)
  const access = await cachedProjectAccess(claims.keyId)
  const isOfKey = access?.businessId === claims.businessId && access.projectId === claims.projectId
  if (!access || !isOfKey || isOver(access)) throw new ApiError('unauthenticated', MESSAGES.tokenInvalid)
  return { claims, access }
}

/** Live key, project in good standing, allowed address: else 403. */
export function requireEntry(claims: AccessClaims, access: ProjectAccess, clientIp: string | null): void {
  if (claims.environment !== 'live' || access.environment !== 'live') {
    throw new ApiError('forbidden', MESSAGES.testToken)
  }
  if (access.isSuspended) throw new ApiError('forbidden', MESSAGES.projectSuspended)
  if (!isAllowedFrom(access, clientIp)) throw new ApiError('forbidden', MESSAGES.ipBlocked)
}

/** An empty list lets everybody in; a list and an unknown address do not go together. */
export function isAllowedFrom(access: ProjectAccess, clientIp: string | null): boolean {
  return access.allowlist.size === 0 || (clientIp !== null && access.allowlist.has(clientIp))
}

/** The key was revoked or its overlap is over. */
export function isOver(access: ProjectAccess): boolean {
  return access.endsAt !== null && access.endsAt <= Date.now()
}

/** A token without scopes may do everything its key may. */
export function requireScope(claims: AccessClaims, scope: Scope | undefined): void {
  if (!scope || !claims.scope || claims.scope.split(' ').includes(scope)) return
  throw new ApiError('forbidden', `Insufficient scope: ${scope}`)
}

/** 402 where no subscription covers the product that sells the capability, 403 where the plan does not grant it. */
export async function requireCapability(
  access: ProjectAccess,
  capability: string,
  style: Endpoint['capabilityStyle'],
): Promise<void> {
  if (access.capabilities.has(capability)) return
  const sellers = await soldBy(capability)
  if (sellers.length > 0 && !sellers.some((productId) => access.productIds.has(productId))) {
    throw new ApiError('payment_required', MESSAGES.noSubscription)
  }
  const message =
    style === 'events' ? `Missing required capability: ${capability}` : `Capability ${capability} not granted`
  throw new ApiError('forbidden', message)
}
