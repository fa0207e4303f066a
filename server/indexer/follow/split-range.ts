import type { ReadRange } from './chain-reader'

/** The maximum of events in one database transaction. A block with more gets its own transaction. */
const MAX_EVENTS = 2_000

/** Splits a range into pieces for one database transaction each: whole blocks, in order. */
export function splitRange(range: ReadRange): ReadRange[] {
  const { blocks, events, undecodable, readTo } = range
  const over = events[MAX_EVENTS]
  const [begin] = events
  if (!over || !begin) return [range]
  const end = over.block.number > begin.block.number ? over.block.number - 1n : begin.block.number
  const part = (upTo: bigint, isPart: (number: bigint) => boolean): ReadRange => ({
    readTo: upTo,
    blocks: blocks.filter(({ number }) => isPart(number)),
    events: events.filter(({ block }) => isPart(block.number)),
    undecodable: undecodable.filter(({ blockNumber }) => isPart(blockNumber)),
  })
  return [part(end, (number) => number <= end), ...splitRange(part(readTo, (number) => number > end))]
}
