import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { stableSecret } from '@/server/stable-secret'

export type KeyEnvironment = 'live' | 'test'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 bytes need 43 base62 digits, a CRC32 needs 6. */
const SECRET_DIGITS = 43
const CHECKSUM_DIGITS = 6
const SHAPE = /^sk_(live|test)_[0-9A-Za-z]{49}$/

/** The pepper new keys are hashed with; older versions stay readable. */
export const PEPPER_VERSION = 1

/** Writes a key: `sk_live_` or `sk_test_`, 32 bytes in base62, six digits of CRC32 over all before it. */
export function formatApiKey(environment: KeyEnvironment, random: Uint8Array): string {
  const body = `sk_${environment}_${base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), SECRET_DIGITS)}`
  return body + base62(BigInt(crc32(body)), CHECKSUM_DIGITS)
}

/** The environment a well-formed key names, or null: shape and checksum only, no database. */
export function parseApiKey(key: string): KeyEnvironment | null {
  if (!SHAPE.test(key)) return null
  const body = key.slice(0, -CHECKSUM_DIGITS)
  const expected = Buffer.from(base62(BigInt(crc32(body)), CHECKSUM_DIGITS))
  if (!timingSafeEqual(expected, Buffer.from(key.slice(-CHECKSUM_DIGITS)))) return null
  return key.startsWith('sk_live_') ? 'live' : 'test'
}

/** The hash that is stored and looked up instead of the key. */
export async function hashApiKey(key: string, pepperVersion: number = PEPPER_VERSION): Promise<string> {
  const pepper = await stableSecret(`api key pepper ${pepperVersion}`)
  return createHmac('sha256', pepper).update(key).digest('hex')
}

/** The parts of a key that may be shown: `sk_live_` and the last four characters. */
export function visibleParts(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, 8), lastFour: key.slice(-4) }
}

function base62(value: bigint, digits: number): string {
  let rest = value
  let text = ''
  for (let index = 0; index < digits; index++) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
