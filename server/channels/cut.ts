/**
 * A text of at most so many UTF-16 units, as receivers count them; what is cut off shows as `…`, and no sign is cut in
 * two.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
