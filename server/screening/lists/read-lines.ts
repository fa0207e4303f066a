import type { Collector } from './collect-addresses'
import type { ListReader } from './list-reader'

/** Longer entries are not addresses. */
const MAX_ENTRY = 1_024

/** One address a line. What follows `#`, and empty lines, are comments. */
export function createLineReader(found: Collector): ListReader {
  let entry = ''
  let isTooLong = false
  let isComment = false
  const keep = (text: string) => {
    if (isComment) return
    const hash = text.indexOf('#')
    isComment = hash >= 0
    entry += isComment ? text.slice(0, hash) : text
    isTooLong ||= entry.length > MAX_ENTRY
    if (isTooLong) entry = ''
  }
  const finish = () => {
    if (isTooLong || entry.trim() !== '') found.add(entry)
    entry = ''
    isTooLong = false
    isComment = false
  }
  return {
    push(text) {
      const [first = '', ...others] = text.split('\n')
      keep(first)
      for (const next of others) {
        finish()
        keep(next)
      }
    },
    end: finish,
  }
}
