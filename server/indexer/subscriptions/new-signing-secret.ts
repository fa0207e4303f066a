import { randomBytes } from 'node:crypto'
import { sealSecret } from '@/server/custody/secrets'

export const SECRET_WARNING =
  'Store this secret now: it is not shown again. It verifies the header X-Indexer-Signature.'

export type NewSigningSecret = { id: string; secret: string; sealed: Uint8Array }

/**
 * A new signing secret of a subscription: as it is shown once, and encrypted for storage. The text with its prefix is
 * the HMAC key. Call it before the transaction that stores it.
 */
export async function newSigningSecret(subscriptionId: string): Promise<NewSigningSecret> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return {
    id: subscriptionId,
    secret,
    sealed: await sealSecret(signingUse(subscriptionId), Buffer.from(secret, 'utf8')),
  }
}

/** The encryption context of the secret. */
export function signingUse(subscriptionId: string) {
  return { purpose: 'indexer-webhook', owner: subscriptionId }
}
