import { indexerSubscriptions, webhookEndpoints } from '@/db/schema'
import type { SecretUse } from '@/server/custody/secrets'

/** A kind of stored destination: how its rows, secrets and audit actions differ from those of the other kind. */
export type DestinationKind = {
  table: typeof webhookEndpoints | typeof indexerSubscriptions
  notFound: 'webhook_endpoint_not_found' | 'indexer_subscription_not_found'
  /** The first part of its audit actions. */
  audited: 'webhook-endpoint' | 'indexer-subscription'
  /** Its name in reports about a secret. */
  name: string
  secretUseOf: (id: string) => SecretUse
  /** The HMAC key in a secret as it is shown. */
  keyOf: (secret: string) => Uint8Array
  secretWarning: string
}

export const SECRET_PREFIX = 'whsec_'

/** Standard Webhooks: the text after the prefix is the key in base64. */
export const WEBHOOK_ENDPOINT: DestinationKind = {
  table: webhookEndpoints,
  notFound: 'webhook_endpoint_not_found',
  audited: 'webhook-endpoint',
  name: 'webhook endpoint',
  secretUseOf: (owner) => ({ purpose: 'webhook-endpoint', owner }),
  keyOf: (secret) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'),
  secretWarning: 'Store this secret now: it is not shown again. It verifies the header webhook-signature.',
}

/** Spec 6.2: the text with its prefix is the key. */
export const EVENT_SUBSCRIPTION: DestinationKind = {
  table: indexerSubscriptions,
  notFound: 'indexer_subscription_not_found',
  audited: 'indexer-subscription',
  name: 'event subscription',
  secretUseOf: (owner) => ({ purpose: 'indexer-webhook', owner }),
  keyOf: (secret) => Buffer.from(secret, 'utf8'),
  secretWarning: 'Store this secret now: it is not shown again. It verifies the header X-Indexer-Signature.',
}
