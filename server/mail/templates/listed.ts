/** The caller writes a sentence about the rest. */
const MAX = 5

/** `₦10 and ₦20`. The caller chooses the text for none, or for too many. */
export function listed(items: readonly string[], otherwise: string): string {
  if (items.length === 0 || items.length > MAX) return otherwise
  const [last = '', ...before] = items.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}
