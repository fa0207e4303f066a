import { findVerifiedToken } from '@/server/keys/access-token'
import type { ApiRequest } from './api-request'
import { readBearer } from './authorize'
import type { OverloadCaller } from './overload'

/**
 * Whom a call counts for, before anything is checked: the business of a token that this process verified before, else
 * a stranger at its address. A forged token counts for nobody else.
 */
export function callerOf(request: ApiRequest): OverloadCaller {
  const token = readBearer(request.header('authorization') ?? '')
  const businessId = token === null ? undefined : findVerifiedToken(token)?.businessId
  return businessId ? { key: businessId, isStranger: false } : { key: String(request.clientIp), isStranger: true }
}
