import { z } from 'zod'
import { parseWebAddress } from '@/server/parse-url'
import { isHostOfUrl } from './host-name'

/** A text that passes `isRight`; the error says what it must be, and never contains the value. */
export function textMatching(isRight: (text: string) => boolean, mustBe: string) {
  return z.string().refine(isRight, `must be ${mustBe}`)
}

export const flag = textMatching((text) => ['true', 'false'].includes(text), 'true or false').transform(
  (text) => text === 'true',
)

/** One of a few values. */
export function enumOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` })
}

/** Digits alone: other spellings of a number (`1e3`, `0x50`) are slips. */
export function integer(min: number, max: number) {
  const isInRange = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
  return textMatching(isInRange, `a whole number from ${min} to ${max}`).transform(Number)
}

/** Something a person reads: no control characters, not blank. */
export function singleLineText(maxLength: number) {
  const isLine = (text: string) => text.trim() !== '' && text.length <= maxLength && !/\p{Cc}/u.test(text)
  return textMatching(isLine, `one line of at most ${maxLength} characters`)
}

/** The full path of a file or a folder. */
export function fullPath() {
  return singleLineText(1_000).refine((text) => text.startsWith('/'), 'must be a full path, which begins with /')
}

/**
 * A secret that is sent in a header: printable ASCII without quotes around it. `shape` is the pattern of the provider's
 * keys.
 */
export function headerSecret(shape: RegExp, mustBe: string) {
  const isKey = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^["']|["']$/.test(text)
  return textMatching((text) => isKey(text) && shape.test(text), `${mustBe}, without quotes around it`)
}

/** Scheme, host and port alone. The answer has no slash at the end. */
export function origin(mustBe: string) {
  return textMatching((text) => isOrigin(text), mustBe).transform((text) => new URL(text).origin)
}

/** Whether an address of the web is an origin, with or without slashes at its end. */
export function isOrigin(text: string): boolean {
  const url = parseWebAddress(text.replace(/\/+$/, ''))
  return url !== null && isPlain(url, text) && url.pathname === '/'
}

/** An address of the web that paths are put behind. No slash at the end. */
export function collectorAddress() {
  const isRight = (text: string) => {
    const url = parseWebAddress(text)
    return url !== null && isPlain(url, text)
  }
  const mustBe = 'an address like http://collector:4318, without login and query'
  return textMatching(isRight, mustBe).transform((text) => text.replace(/\/+$/, ''))
}

/** An address of the web on this machine, over http. */
export function localAddress() {
  const isRight = (text: string) => {
    const url = parseWebAddress(text)
    return url !== null && url.protocol === 'http:' && isPlain(url, text)
  }
  return textMatching(isRight, 'an http address of this machine, without login and query')
}

/** A host that can be reached, no login, no query, no fragment. */
export function isPlain(url: URL, text: string): boolean {
  const isReachable = isHostOfUrl(url) && !['0.0.0.0', '[::]'].includes(url.hostname)
  return isReachable && url.username === '' && url.password === '' && !/[?#]/.test(text)
}
