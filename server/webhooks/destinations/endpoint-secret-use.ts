import type { SecretUse } from '@/server/custody/secrets'

/** The purpose that the secrets of a webhook endpoint are encrypted for. */
export function endpointSecretUse(endpointId: string): SecretUse {
  return { purpose: 'webhook-endpoint', owner: endpointId }
}
