import { parseWebAddress } from '@/server/parse-url'
import { headerSecret, isPlain, localAddress, textMatching } from './fields'
import { isLoopback } from './host-name'
import { readOpenSshSeed } from './read-open-ssh-seed'

/** A secret of any shape. */
const secret = headerSecret(/^/, 'printable characters')
const word = headerSecret(/^\S+$/, 'printable characters without blanks')

/** The base URL of a provider's API: https, or this machine in tests. No slash at the end. */
function apiUrl(usual: string) {
  return textMatching(isApiAddress, 'an https address, or one of this machine, without login and query')
    .transform((text) => text.replace(/\/+$/, ''))
    .default(usual)
}

/** Keys of the payment providers. A provider without its keys is none. */
export const providerVariables = {
  MONNIFY_API_KEY: headerSecret(/^MK_\w+$/, 'an API key that begins with MK_').optional(),
  MONNIFY_SECRET_KEY: word.optional(),
  MONNIFY_CONTRACT_CODE: textMatching((text) => /^\d{6,20}$/.test(text), 'the number of a contract').optional(),
  MONNIFY_URL: apiUrl('https://api.monnify.com'),
  PAYSTACK_SECRET_KEY: headerSecret(/^sk_\w+$/, 'a secret key, which begins with sk_').optional(),
  PAYSTACK_URL: apiUrl('https://api.paystack.co'),
  FLUTTERWAVE_SECRET_KEY: headerSecret(/^FLWSECK[\w-]+$/, 'a secret key, which begins with FLWSECK').optional(),
  /** The dashboard's secret hash, which its webhooks have. */
  FLUTTERWAVE_SECRET_HASH: secret.optional(),
  FLUTTERWAVE_URL: apiUrl('https://api.flutterwave.com'),
  CNGN_API_KEY: word.optional(),
  CNGN_ENCRYPTION_KEY: secret.optional(),
  /** The OpenSSH file of our Ed25519 key, lines and all or with \n written out. */
  CNGN_PRIVATE_KEY: textMatching(isOpenSshKey, 'the OpenSSH file of an Ed25519 key without a passphrase').optional(),
  CNGN_WEBHOOK_SECRET: secret.optional(),
  CNGN_URL: apiUrl('https://api.cngn.co'),
  /** The local stack's bank. Refused where BASE_URL is not loopback. */
  SANDBOX_BANK_URL: localAddress().optional(),
  SANDBOX_BANK_SECRET: secret.optional(),
}

const GROUPS = [
  ['MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_CONTRACT_CODE'],
  ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_SECRET_HASH'],
  ['CNGN_API_KEY', 'CNGN_ENCRYPTION_KEY', 'CNGN_PRIVATE_KEY', 'CNGN_WEBHOOK_SECRET'],
  ['SANDBOX_BANK_URL', 'SANDBOX_BANK_SECRET'],
] as const

type Keys = Partial<Record<(typeof GROUPS)[number][number], string>>

/** A provider has all of its keys or none: the first that is missing of one that has others. */
export function missingProviderKey(given: Keys): string | null {
  for (const names of GROUPS) {
    const missing = names.find((name) => given[name] === undefined)
    if (missing && names.some((name) => given[name] !== undefined)) return missing
  }
  return null
}

function isApiAddress(text: string): boolean {
  const url = parseWebAddress(text)
  return url !== null && isPlain(url, text) && (url.protocol === 'https:' || isLoopback(text))
}

function isOpenSshKey(text: string): boolean {
  try {
    readOpenSshSeed(text)
    return true
  } catch {
    return false
  }
}
