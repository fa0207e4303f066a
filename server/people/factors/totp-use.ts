import type { SecretUse } from '@/server/custody/secrets'

/** What the secret of an authenticator app is sealed for. */
export function totpUse(totpId: string): SecretUse {
  return { purpose: 'totp', owner: totpId }
}
