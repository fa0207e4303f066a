import { randomBytes } from 'node:crypto'
import { type SecretUse, sealSecret } from '@/server/custody/secrets'

export const SECRET_WARNING = 'Store this secret now: it is not shown again. It verifies the header webhook-signature.'

export type NewEndpointSecret = { id: string; secret: string; sealed: Uint8Array }

/**
 * A new key for an endpoint's deliveries, as text that is shown once (Standard Webhooks: base64) and encrypted for
 * storage. Call it before the transaction that writes it.
 */
export async function newEndpointSecret(endpointId: string): Promise<NewEndpointSecret> {
  const key = randomBytes(32)
  return {
    id: endpointId,
    secret: `whsec_${key.toString('base64')}`,
    sealed: await sealSecret(endpointSecretUse(endpointId), key),
  }
}

/** The purpose that the secrets of a webhook endpoint are encrypted for. */
export function endpointSecretUse(endpointId: string): SecretUse {
  return { purpose: 'webhook-endpoint', owner: endpointId }
}
