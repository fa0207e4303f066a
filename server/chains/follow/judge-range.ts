import { mayContainLogs } from '@/server/chains/evm/bloom'
import type { BlockHead, ChainLog, ChainLogFilter } from '@/server/chains/evm/read-log-range'

type Read<Block> = {
  /** The block that was read last; without a hash none was read. */
  after: { head: bigint; hash: string | null }
  first: bigint
  last: bigint
  heads: readonly (Block | null)[]
  logs: readonly ChainLog[]
  filter: ChainLogFilter
}

/**
 * `reorged`: the blocks do not follow the one that was read last. `contradictory`: the answers contradict each other or
 * the request, because the node lags or lies, or the chain changed meanwhile. `valid`: everything in the answers
 * belongs to the range. Blocks in `doubtful` may have more logs than the answers, because their headers do not rule it
 * out.
 */
export type Judgement<Block = BlockHead> =
  | { verdict: 'reorged' }
  | { verdict: 'contradictory'; why: string }
  | { verdict: 'valid'; heads: readonly Block[]; doubtful: readonly Block[] }

/** Judges whether headers and logs are the complete answer to a request. */
export function judgeRange<Block extends BlockHead>(range: Read<Block>): Judgement<Block> {
  const { after, first, last, heads, logs, filter } = range
  const whole = heads.filter((head) => head !== null)
  if (whole.length !== heads.length || BigInt(heads.length) !== last - first + 1n)
    return contradictory('a block is missing')
  if (whole.some(({ number }, n) => number !== first + BigInt(n))) return contradictory('a block has another number')
  const breaks = whole.findIndex(({ parentHash }, n) => {
    const before = n === 0 ? after.hash : whole[n - 1]?.hash
    return before !== null && before !== parentHash
  })
  if (breaks === 0) return { verdict: 'reorged' }
  if (breaks > 0) return contradictory('two blocks do not follow each other')
  const strange = findStrange(whole, logs, filter)
  if (strange) return contradictory(strange)
  const reported = new Set(logs.map(({ blockHash }) => blockHash))
  const doubtful = whole.filter(
    ({ hash, logsBloom }) => reported.has(hash) || mayContainLogs(logsBloom, filter.addresses, filter.topics),
  )
  return { verdict: 'valid', heads: whole, doubtful }
}

function findStrange(heads: readonly BlockHead[], logs: readonly ChainLog[], filter: ChainLogFilter): string | null {
  const numbers = new Map(heads.map(({ hash, number }) => [hash, number]))
  const addresses = new Set(filter.addresses.map((address) => address.toLowerCase()))
  const topics = new Set<string>(filter.topics)
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

function contradictory(why: string): { verdict: 'contradictory'; why: string } {
  return { verdict: 'contradictory', why }
}
