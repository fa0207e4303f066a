/**
 * Cuts a text to at most `max` UTF-16 units, as destinations count them. The cut shows as `…`, and no character is
 * split.
 */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
