import { CAPABILITIES, CAPABILITY_REFUSALS, type Capability } from '@/db/capabilities'
import { refusal } from '@/server/errors'
import { type AccessClaims, verifyAccessToken } from '@/server/keys/access-token'
import type { Scope } from '@/server/keys/scopes'
import {
  cachedProjectAccess,
  type GrantedAccess,
  isAllowedFrom,
  isKeyEnded,
  type ProjectAccess,
} from '@/server/projects/find-project-access'
import { MESSAGES } from '@/server/refusals/messages'

/** The token of an `authorization` header; null if it is not a bearer token. */
export function readBearer(authorization: string): string | null {
  return /^Bearer +([^\s]+)$/i.exec(authorization)?.[1] ?? null
}

/** The owner of the token, or 401. The tokens of a key that was revoked, has expired or never existed are invalid. */
export async function authenticate(
  authorization: string | null,
  contextMessage: string = MESSAGES.contextMissing,
): Promise<{ claims: AccessClaims; access: ProjectAccess }> {
  if (!authorization) throw refusal('token_missing')
  const token = readBearer(authorization)
  if (!token) throw refusal('token_malformed', { message: MESSAGES.tokenMissing })
  const verified = await verifyAccessToken(token)
  if ('fault' in verified) throw refusal(`token_${verified.fault}`)
  const { claims } = verified
  if (!claims.businessId) throw refusal('context_missing')
  if (!claims.projectId) throw refusal('context_missing', { message: contextMessage })
  const access = await cachedProjectAccess(claims.keyId)
  const isOfKey = access?.businessId === claims.businessId && access.projectId === claims.projectId
  if (!access || !isOfKey || isKeyEnded(access)) throw refusal('token_unknown')
  return { claims, access }
}

/** Live key, project in good standing, allowed address: else 403. */
export function requireEntry(claims: AccessClaims, access: ProjectAccess, clientIp: string | null): void {
  if (claims.environment !== 'live' || access.environment !== 'live') {
    throw refusal('test_key')
  }
  if (access.isSuspended) throw refusal('project_suspended')
  if (!isAllowedFrom(access, clientIp)) throw refusal('ip_blocked')
}

/** A token without scopes may do everything its key may. */
export function requireScope(claims: AccessClaims, scope: Scope | undefined): void {
  if (!scope || !claims.scope || claims.scope.split(' ').includes(scope)) return
  throw refusal('scope_missing', { message: `Insufficient scope: ${scope}` })
}

/** 402 if no subscription covers the product that sells the capability, 403 if the plan does not grant it. */
export function requireCapability(access: GrantedAccess, capability: Capability): void {
  if (access.capabilities.has(capability)) return
  const { productId, refusal: wording } = CAPABILITIES[capability]
  const remedy = { plan: { productId, includes: capability } }
  if (!access.productIds.has(productId)) throw refusal('subscription_missing', { remedy })
  throw refusal('capability_missing', { message: CAPABILITY_REFUSALS[wording](capability), remedy })
}
