import type { ReadRange } from './chain-reader'

/** Of one transaction. A block with more has one of its own. */
const MOST_EVENTS = 2_000

type Piece = Pick<ReadRange, 'blocks' | 'events' | 'undecodable'>

/** The range in parts that one transaction each can hold: whole blocks, in their order. */
export function piecesOf({ blocks, events, undecodable }: Piece): Piece[] {
  const over = events[MOST_EVENTS]
  const [begin] = events
  if (!over || !begin) return [{ blocks, events, undecodable }]
  const end = over.block.number > begin.block.number ? over.block.number - 1n : begin.block.number
  const part = (isPart: (number: bigint) => boolean): Piece => ({
    blocks: blocks.filter(({ number }) => isPart(number)),
    events: events.filter(({ block }) => isPart(block.number)),
    undecodable: undecodable.filter(({ blockNumber }) => isPart(blockNumber)),
  })
  return [part((number) => number <= end), ...piecesOf(part((number) => number > end))]
}
