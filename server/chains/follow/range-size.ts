import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'

/** The initial and the maximum number of blocks in one request. */
export type RangeSize = { size: number; ceiling: number }

const START = 20
const STEP = 10
const MAX = 200

export const FIRST_RANGE: RangeSize = { size: START, ceiling: MAX }

/** After a range came: a little more next time. */
export function growRange({ size, ceiling }: RangeSize): RangeSize {
  return { size: Math.min(ceiling, size + STEP), ceiling }
}

/**
 * The next size after a source refused a range, by the text of its refusal; null if the text is about something else. A
 * source with a maximum of blocks never gets a request for more. One that had too many results gets a request for what
 * it proposes, or for half.
 */
export function shrinkRange({ size, ceiling }: RangeSize, refusal: string): RangeSize | null {
  const most = maxBlocks(refusal)
  if (most !== null) {
    // A source that refuses its own maximum accepts less.
    const tight = most < size ? most : half(size)
    return { size: tight, ceiling: Math.min(ceiling, tight) }
  }
  if (!TOO_MUCH.test(refusal)) return null
  const proposed = proposedBlocks(refusal)
  return { size: proposed !== null && proposed < size ? proposed : half(size), ceiling }
}

/** The result, whatever the number of blocks. */
const TOO_MUCH =
  /more than [\d,]+ (results|logs)|too many (results|logs)|response size|result (set )?(is )?too large|(query|request) (timeout|timed out)|log response size|exceeds? (the )?max(imum)? (results|logs)|block range (is )?too (large|wide|big)|range (is )?too large/i

/** The number of blocks, in the texts of providers. */
const LIMITS = [
  /limited to (?:a |an )?([\d,]+k?)[ -]*(?:blocks?|range)/i,
  /up to (?:a |an )?([\d,]+k?)[ -]*blocks? range/i,
  /max(?:imum)?(?: is|:)? ([\d,]+k?) blocks/i,
  /(?:maximum|max)(?: allowed)?(?: block)? (?:range|distance|number of blocks)(?: is|:|=)? ?([\d,]+k?)/i,
  /blocks? (?:range|distance) (?:exceeded|exceeds|limit exceeded|limit)\D*?([\d,]+k?)/i,
  /blocks distance: ([\d,]+k?)/i,
  /ranges? over ([\d,]+k?) blocks/i,
  /exceeds? (?:the )?(?:range|limit)(?: of)? ([\d,]+k?)/i,
]

function maxBlocks(refusal: string): number | null {
  for (const pattern of LIMITS) {
    const text = pattern.exec(refusal)?.[1]?.replaceAll(',', '')
    const blocks = text === undefined ? 0 : Number.parseInt(text, 10) * (/k$/i.test(text) ? 1_000 : 1)
    if (blocks > 0) return blocks
  }
  return null
}

function proposedBlocks(refusal: string): number | null {
  const [, from, to] = /\[(0x[0-9a-f]+), ?(0x[0-9a-f]+)\]/i.exec(refusal) ?? []
  if (from === undefined || to === undefined) return null
  const blocks = Number(BigInt(to) - BigInt(from)) + 1
  return blocks > 0 ? blocks : null
}

function half(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}

/**
 * The number of blocks to request after a source refused a range. Throws the error if it is about something else. If a
 * single block was refused, the request was valid regardless of the code: throws RpcUnavailableError, so that it is
 * sent again.
 */
export function rangeAfterRefusal(
  error: unknown,
  { range, isDivisible }: { range: RangeSize; isDivisible: boolean },
): RangeSize {
  const smaller = error instanceof RpcError ? shrinkRange(range, error.message) : null
  if (smaller === null) throw error
  if (!isDivisible) throw new RpcUnavailableError('a node refuses the logs of a single block', { cause: error })
  return smaller
}
