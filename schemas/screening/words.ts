/** Blocked by a person or a key, or by the list that the platform reads. */
export const BLOCK_SOURCES = ['MANUAL', 'LIST'] as const
export type BlockSource = (typeof BLOCK_SOURCES)[number]

/** The maximum number of addresses in one request, and on the list of a business. */
export const MAX_BLOCKED_AT_ONCE = 1_000
export const MAX_BLOCKED_ADDRESSES = 10_000

/** The maximum number of addresses that a page checks at once: the request is a URL. */
export const MAX_SCREENED_AT_ONCE = 100

/** The beginning of the error of a transaction that names a blocked address. */
export const BLOCKED_ERROR = 'Address blocked: '

/** The formats of a list: one address a line or CSV, JSON, or the OFAC SDN (XML). */
export const LIST_FORMATS = ['TEXT', 'JSON', 'SDN'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** The error of a request or a transaction that names a blocked address. */
export function blockedText(address: string): string {
  return `${BLOCKED_ERROR}${address}`
}

export function isBlockedText(error: string): boolean {
  return error.startsWith(BLOCKED_ERROR)
}
