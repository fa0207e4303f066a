import type { SecretUse } from '@/server/custody/secrets'

/** The encryption context of the secret of an authenticator app. */
export function totpUse(totpId: string): SecretUse {
  return { purpose: 'totp', owner: totpId }
}
