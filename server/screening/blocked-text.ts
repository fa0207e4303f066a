import { BLOCKED_ERROR } from '@/schemas/screening/words'

/** The error of a request or a transaction that names a blocked address. */
export function blockedText(address: string): string {
  return `${BLOCKED_ERROR}${address}`
}

export function isBlockedText(error: string): boolean {
  return error.startsWith(BLOCKED_ERROR)
}
