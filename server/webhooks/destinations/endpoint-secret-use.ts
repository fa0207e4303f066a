import type { SecretUse } from '@/server/custody/secrets'

/** The use that the secrets of a webhook endpoint are sealed for. */
export function endpointSecretUse(endpointId: string): SecretUse {
  return { purpose: 'webhook-endpoint', owner: endpointId }
}
