/** The first byte of an instruction of a token program that has others in it. */
const BATCH = 255
/** The header of each part: the number of its accounts, and that of its bytes. */
const HEADER_BYTES = 2

type Part = { content: Uint8Array; accounts: readonly string[] }

/**
 * What a token program runs for one instruction: the instruction itself, or the parts of a batch, whose accounts follow
 * each other. Nothing where a batch is not whole. No batch is in another one.
 */
export function partsOfBatch({ content, accounts }: Part): Part[] {
  if (content[0] !== BATCH) return [{ content, accounts }]
  const parts: Part[] = []
  let [at, account] = [1, 0]
  while (at < content.length) {
    const [count, length] = [content[at], content[at + 1]]
    if (count === undefined || length === undefined) return []
    const [begin, end] = [at + HEADER_BYTES, at + HEADER_BYTES + length]
    if (end > content.length || account + count > accounts.length) return []
    parts.push({ content: content.subarray(begin, end), accounts: accounts.slice(account, account + count) })
    at = end
    account += count
  }
  return parts
}
