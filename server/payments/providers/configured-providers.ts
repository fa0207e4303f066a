import { oncePerProcess } from '@/db/once-per-process'
import { env } from '@/server/env'
import { cngn } from './cngn'
import { flutterwave } from './flutterwave'
import { monnify } from './monnify'
import { paystack } from './paystack'
import type { FiatProvider, ProviderName } from './provider'
import { sandbox } from './sandbox'
import { waitForRateLimit } from './wait-for-rate-limit'

/** Every provider with keys, also those that an operator disabled. */
export function configuredProviders(): readonly FiatProvider[] {
  return oncePerProcess('configured-providers', fromEnvironment)
}

/** A provider by name; null if it has no keys here. */
export function findConfigured(name: string): FiatProvider | null {
  return configuredProviders().find((provider) => provider.name === name) ?? null
}

export function hasKeys(name: ProviderName): boolean {
  return findConfigured(name) !== null
}

function fromEnvironment(): FiatProvider[] {
  const keys = env()
  return [
    keys.MONNIFY_API_KEY && keys.MONNIFY_SECRET_KEY && keys.MONNIFY_CONTRACT_CODE
      ? monnify({
          apiKey: keys.MONNIFY_API_KEY,
          secretKey: keys.MONNIFY_SECRET_KEY,
          contractCode: keys.MONNIFY_CONTRACT_CODE,
          baseUrl: keys.MONNIFY_URL,
        })
      : null,
    keys.PAYSTACK_SECRET_KEY ? paystack({ secretKey: keys.PAYSTACK_SECRET_KEY, baseUrl: keys.PAYSTACK_URL }) : null,
    keys.FLUTTERWAVE_SECRET_KEY && keys.FLUTTERWAVE_SECRET_HASH
      ? flutterwave({
          secretKey: keys.FLUTTERWAVE_SECRET_KEY,
          secretHash: keys.FLUTTERWAVE_SECRET_HASH,
          baseUrl: keys.FLUTTERWAVE_URL,
        })
      : null,
    keys.CNGN_API_KEY && keys.CNGN_ENCRYPTION_KEY && keys.CNGN_PRIVATE_KEY && keys.CNGN_WEBHOOK_SECRET
      ? cngn({
          apiKey: keys.CNGN_API_KEY,
          encryptionKey: keys.CNGN_ENCRYPTION_KEY,
          privateKey: keys.CNGN_PRIVATE_KEY,
          webhookSecret: keys.CNGN_WEBHOOK_SECRET,
          baseUrl: keys.CNGN_URL,
          pace: waitForRateLimit,
        })
      : null,
    keys.SANDBOX_BANK_URL && keys.SANDBOX_BANK_SECRET
      ? sandbox({ secret: keys.SANDBOX_BANK_SECRET, baseUrl: keys.SANDBOX_BANK_URL.replace(/\/+$/, '') })
      : null,
  ].filter((provider) => provider !== null)
}
