import { createHmac } from 'node:crypto'
import type { Tenant } from '@/server/ctx'
import { stableSecret } from '@/server/stable-secret'

/** The idempotency key of a request and the operation it belongs to. */
export type RequestKey = { operation: string; key: string }

/** The idempotency key of a request, and the id of its execution on chain. */
export type RequestName = { idempotencyKey: string | null; intentId: string | null }

/** The name of a request without an idempotency key. */
export const NO_REQUEST_NAME: RequestName = { idempotencyKey: null, intentId: null }

/** The name of a request; without a key it cannot be repeated. */
export async function requestName(tenant: Tenant, request: RequestKey | null): Promise<RequestName> {
  if (request === null) return NO_REQUEST_NAME
  return { idempotencyKey: request.key, intentId: await intentIdOf(tenant, request) }
}

/**
 * The name of a request from a form of the portal, whose key is valid from the first press to the response. The key
 * itself is not stored with it, because it decrypts the stored response.
 */
export async function formName(tenant: Tenant, request: RequestKey | null): Promise<RequestName> {
  if (request === null) return NO_REQUEST_NAME
  return { idempotencyKey: null, intentId: await intentIdOf(tenant, request) }
}

/**
 * The id under which the chain executes a request once. Every request with the same key has the same id, so the chain
 * refuses a repetition even if a restored backup has forgotten the first. A key belongs to its project and operation
 * permanently, as idempotency rows do. It has 128 bits that only the platform can compute, in the form of a uuid.
 */
export function intentIdOf(
  { businessId, projectId }: Pick<Tenant, 'businessId' | 'projectId'>,
  { operation, key }: RequestKey,
): Promise<string> {
  return digestOf([businessId, projectId, 'live', operation, key])
}

/**
 * The id of a record that a request creates, equal for every request with its key: callers find it under its former id
 * even if a restored backup has forgotten it. A UUID of version 8, whose bits the platform chooses.
 */
export function createdIdOf(intentId: string): string {
  const variant = ((Number.parseInt(intentId.charAt(19), 16) & 3) | 8).toString(16)
  return `${intentId.slice(0, 14)}8${intentId.slice(15, 19)}${variant}${intentId.slice(20)}`
}

/** The intent id of the n-th equal call (from 0) of an operation that takes several. */
export function stepIntentIdOf(
  intentId: string,
  { to, data }: { to: string; data: string },
  nth: number,
): Promise<string> {
  return digestOf(['step', intentId, to, data, String(nth)])
}

async function digestOf(parts: readonly (string | null)[]): Promise<string> {
  const digest = createHmac('sha256', await stableSecret('intents'))
    .update(JSON.stringify(parts))
    .digest('hex')
  return [0, 8, 12, 16, 20].map((from, index, starts) => digest.slice(from, starts[index + 1] ?? 32)).join('-')
}
