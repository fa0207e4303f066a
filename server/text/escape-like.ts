/** Text for a LIKE pattern, in which `%`, `_` and backslashes match only themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
