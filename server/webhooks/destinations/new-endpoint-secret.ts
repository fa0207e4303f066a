import { randomBytes } from 'node:crypto'
import { sealSecret } from '@/server/custody/secrets'
import { endpointSecretUse } from './endpoint-secret-use'

export const SECRET_WARNING = 'Store this secret now: it is not shown again. It verifies the header webhook-signature.'

export type NewEndpointSecret = { id: string; secret: string; sealed: Uint8Array }

/**
 * A key for an endpoint's deliveries, as it is shown once (Standard Webhooks: its bytes in base64) and as it is stored.
 * Called before the transaction that writes it.
 */
export async function newEndpointSecret(endpointId: string): Promise<NewEndpointSecret> {
  const key = randomBytes(32)
  return {
    id: endpointId,
    secret: `whsec_${key.toString('base64')}`,
    sealed: await sealSecret(endpointSecretUse(endpointId), key),
  }
}
