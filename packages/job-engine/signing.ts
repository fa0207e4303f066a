import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from './json'

const PREFIX = /^signkey-\w+-/

/** `x-inngest-signature` for a call to the application. */
export function signCall(body: unknown, signingKey: string, now = Date.now()): string {
  const seconds = Math.round(now / 1000).toString()
  const key = signingKey.replace(PREFIX, '')
  const mac = createHmac('sha256', key).update(canonicalJson(body)).update(seconds).digest('hex')
  return `t=${seconds}&s=${mac}`
}

/** The bearer the SDK presents: prefix + sha256 of the hex-decoded key. */
export function bearerOf(signingKey: string): string {
  const prefix = PREFIX.exec(signingKey)?.[0] ?? ''
  const key = Buffer.from(signingKey.replace(PREFIX, ''), 'hex')
  return prefix + createHash('sha256').update(key).digest('hex')
}

export function isBearer(header: string | undefined, signingKey: string): boolean {
  return isTimingSafeEqual(header ?? '', `Bearer ${bearerOf(signingKey)}`)
}

/** Compares in constant time. */
export function isTimingSafeEqual(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
