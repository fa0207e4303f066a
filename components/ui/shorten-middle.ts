const HEAD = 6
const TAIL = 4

/** Keeps the ends of an identifier, which are the parts people compare. */
export function shortenMiddle(text: string): string {
  return text.length <= HEAD + TAIL + 1 ? text : `${text.slice(0, HEAD)}…${text.slice(-TAIL)}`
}
