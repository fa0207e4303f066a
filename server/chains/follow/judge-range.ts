import { mayContainLogs } from '@/server/chains/evm/bloom'
import type { BlockHead, ChainLog, ChainLogFilter } from '@/server/chains/evm/read-log-range'

type Read<Block> = {
  /** The block read last; without a hash none was. */
  after: { head: bigint; hash: string | null }
  first: bigint
  last: bigint
  heads: readonly (Block | null)[]
  logs: readonly ChainLog[]
  sought: ChainLogFilter
}

/**
 * `parted`: the chain's blocks do not follow the one read last, so it was rebuilt. `unsound`: the answers contradict
 * each other or the question, as those of a node that lags, or lies, or was asked while the chain changed. `sound`:
 * everything in the answers belongs to the range; the blocks in `doubtful` may hold more than the answers, because
 * their headers do not rule it out.
 */
export type Judgement<Block = BlockHead> =
  | { verdict: 'parted' }
  | { verdict: 'unsound'; why: string }
  | { verdict: 'sound'; heads: readonly Block[]; doubtful: readonly Block[] }

/** Whether the headers and logs of a range are the whole answer to what was asked. */
export function judgeRange<Block extends BlockHead>(range: Read<Block>): Judgement<Block> {
  const { after, first, last, heads, logs, sought } = range
  const whole = heads.filter((head) => head !== null)
  if (whole.length !== heads.length || BigInt(heads.length) !== last - first + 1n) return unsound('a block is missing')
  if (whole.some(({ number }, n) => number !== first + BigInt(n))) return unsound('a block has another number')
  const breaks = whole.findIndex(({ parentHash }, n) => {
    const before = n === 0 ? after.hash : whole[n - 1]?.hash
    return before !== null && before !== parentHash
  })
  if (breaks === 0) return { verdict: 'parted' }
  if (breaks > 0) return unsound('two blocks do not follow each other')
  const strange = findStrange(whole, logs, sought)
  if (strange) return unsound(strange)
  const reported = new Set(logs.map(({ blockHash }) => blockHash))
  const doubtful = whole.filter(
    ({ hash, logsBloom }) => reported.has(hash) || mayContainLogs(logsBloom, sought.addresses, sought.topics),
  )
  return { verdict: 'sound', heads: whole, doubtful }
}

function findStrange(heads: readonly BlockHead[], logs: readonly ChainLog[], sought: ChainLogFilter): string | null {
  const numbers = new Map(heads.map(({ hash, number }) => [hash, number]))
  const addresses = new Set(sought.addresses.map((address) => address.toLowerCase()))
  const topics = new Set<string>(sought.topics)
  const seen = new Set<string>()
  for (const log of logs) {
    const place = `${log.blockHash}:${log.logIndex}`
    if (log.removed) return 'a log was taken back'
    if (numbers.get(log.blockHash) !== log.blockNumber) return 'a log is of another block'
    if (!addresses.has(log.address) || !topics.has(log.topics[0] ?? '')) return 'a log is one that was not requested'
    if (seen.has(place)) return 'a log came twice'
    seen.add(place)
  }
  return null
}

function unsound(why: string): { verdict: 'unsound'; why: string } {
  return { verdict: 'unsound', why }
}
