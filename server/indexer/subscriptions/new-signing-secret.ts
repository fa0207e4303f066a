import { randomBytes } from 'node:crypto'
import { sealSecret } from '@/server/custody/secrets'

export const SECRET_WARNING =
  'Store this secret now: it is not shown again. It verifies the header X-Indexer-Signature.'

export type NewSigningSecret = { id: string; secret: string; sealed: Uint8Array }

/**
 * A key for a subscription's deliveries, in the form that is shown once and in the form that is stored. The text with
 * its prefix is the key: a receiver passes it to its HMAC unchanged. Called before the transaction that writes it.
 */
export async function newSigningSecret(subscriptionId: string): Promise<NewSigningSecret> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return {
    id: subscriptionId,
    secret,
    sealed: await sealSecret(signingUse(subscriptionId), Buffer.from(secret, 'utf8')),
  }
}

/** The use that the key is sealed for. */
export function signingUse(subscriptionId: string) {
  return { purpose: 'indexer-webhook', owner: subscriptionId }
}
