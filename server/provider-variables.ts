import { z } from 'zod'
import { parseWebAddress } from '@/server/parse-url'

const secret = z.string().min(1).optional()

/** Where a provider's API is: https, or this machine in tests. No slash at the end. */
function apiUrl(usual: string) {
  return z
    .string()
    .default(usual)
    .refine((text) => {
      const url = parseWebAddress(text)
      return url !== null && isSafe(url)
    }, 'must be an https address, or one of this machine')
    .transform((text) => text.replace(/\/+$/, ''))
}

/** Keys of the payment providers; server/env.ts reads them. A provider without its keys is none. */
export const providerVariables = {
  MONNIFY_API_KEY: secret,
  MONNIFY_SECRET_KEY: secret,
  MONNIFY_CONTRACT_CODE: secret,
  MONNIFY_URL: apiUrl('https://api.monnify.com'),
  PAYSTACK_SECRET_KEY: secret,
  PAYSTACK_URL: apiUrl('https://api.paystack.co'),
  FLUTTERWAVE_SECRET_KEY: secret,
  /** The dashboard's secret hash: what its webhooks carry. */
  FLUTTERWAVE_SECRET_HASH: secret,
  FLUTTERWAVE_URL: apiUrl('https://api.flutterwave.com'),
  CNGN_API_KEY: secret,
  CNGN_ENCRYPTION_KEY: secret,
  /** The OpenSSH file of our Ed25519 key, lines and all or with \n written out. */
  CNGN_PRIVATE_KEY: secret,
  CNGN_WEBHOOK_SECRET: secret,
  CNGN_URL: apiUrl('https://api.cngn.co'),
  /** The local stack's bank. Refused where BASE_URL is not loopback. */
  SANDBOX_BANK_URL: z.url({ protocol: /^http$/ }).optional(),
  SANDBOX_BANK_SECRET: secret,
}

const GROUPS = [
  ['MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_CONTRACT_CODE'],
  ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_SECRET_HASH'],
  ['CNGN_API_KEY', 'CNGN_ENCRYPTION_KEY', 'CNGN_PRIVATE_KEY', 'CNGN_WEBHOOK_SECRET'],
  ['SANDBOX_BANK_URL', 'SANDBOX_BANK_SECRET'],
] as const

type Keys = Partial<Record<(typeof GROUPS)[number][number], string>>

/** A provider has all of its keys or none. Throws one sentence that names the one that is missing. */
export function checkProviderKeys(given: Keys): void {
  for (const names of GROUPS) {
    const missing = names.find((name) => given[name] === undefined)
    if (!missing || names.every((name) => given[name] === undefined)) continue
    throw new Error(`${missing} is missing: see .env.example for what it must hold.`)
  }
}

function isSafe({ protocol, hostname, username, password }: URL): boolean {
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
}
