import { z } from 'zod'
import { EXAMPLE_ID, instant } from '@/schemas/indexer/catalog/contract'
import { indexerSubscriptionRef } from '@/schemas/indexer/contract'
import { integerField, isoDateTime } from '@/schemas/text/contract'
import { listMeta, MAX_LIMIT, pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'
import { REPLAY_STATUSES } from './words'

const EXAMPLE_REPLAY = '019a6b3e-9a00-7c10-8b00-2b3c4d5e6f70'
const EXAMPLE_FROM = '2026-11-20T00:00:00Z'

const block = z.int().nonnegative()

const range = {
  fromBlock: field(
    block.optional(),
    'The first block, on Solana the first slot. Give either blocks or times.',
    21_400_000,
  ),
  toBlock: field(
    block.optional(),
    'The last block; by default, and if it is not final yet, the newest final block.',
    21_400_999,
  ),
  from: field(isoDateTime.optional(), 'The replay starts with the first block at this time or later.', EXAMPLE_FROM),
  to: field(
    isoDateTime.optional(),
    'The replay ends with the last block at this time or before.',
    '2026-11-21T00:00:00Z',
  ),
}

type Range = { fromBlock?: number; toBlock?: number; from?: string; to?: string }

type Problem = { path: keyof Range; message: string }

/** Blocks or times, the first of them at least, and in their order. */
function problemOf({ fromBlock, toBlock, from, to }: Range): Problem | null {
  const isBlocks = fromBlock !== undefined || toBlock !== undefined
  const isTimes = from !== undefined || to !== undefined
  if (isBlocks && isTimes) return { path: 'from', message: 'give blocks or times, not both' }
  if (isTimes && from === undefined) return { path: 'from', message: 'is required' }
  if (!isTimes && fromBlock === undefined) return { path: 'fromBlock', message: 'is required' }
  if (fromBlock !== undefined && toBlock !== undefined && toBlock < fromBlock)
    return { path: 'toBlock', message: 'is below fromBlock' }
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from))
    return { path: 'to', message: 'is before from' }
  return null
}

function requireRange(given: Range, ctx: z.RefinementCtx): void {
  const problem = problemOf(given)
  if (problem) ctx.addIssue({ code: 'custom', path: [problem.path], message: problem.message })
}

export const replayBody = z
  .strictObject(range)
  .superRefine(requireRange)
  .meta({ examples: [{ fromBlock: 21_400_000, toBlock: 21_400_999 }] })
export type ReplayInput = z.output<typeof replayBody>
/** The input of the portal. */
export const replayInput = z.object({ ...indexerSubscriptionRef.shape, ...range }).superRefine(requireRange)

export const replayParams = z.strictObject({
  id: field(z.string(), 'The id of the subscription.', EXAMPLE_ID),
  replayId: field(z.string(), 'The id of the replay.', EXAMPLE_REPLAY),
})
export const replayRef = z.object({ ...indexerSubscriptionRef.shape, replayId: z.uuid() })

export const listReplaysQuery = z.strictObject({
  page: integerField(1, 1_000_000, 'The page number.', 1),
  limit: integerField(1, MAX_LIMIT, 'Items per page.', 20),
})
export type ListReplaysInput = z.output<typeof listReplaysQuery> & { id: string }
export const replayFilter = z.object({ ...indexerSubscriptionRef.shape, page: pageNumber })

/** Beyond the specification. */
export const replayView = z
  .object({
    id: field(z.string(), 'The id of the replay.', EXAMPLE_REPLAY),
    subscriptionId: field(z.string(), 'The subscription whose events are replayed.', EXAMPLE_ID),
    status: field(
      z.enum(REPLAY_STATUSES),
      '`failed`: the nodes of the chain do not serve its blocks. Blocks below `nextBlock` were read.',
      'running',
    ),
    fromBlock: field(z.int(), 'The first block.', 21_400_000),
    toBlock: field(z.int(), 'The last block.', 21_400_999),
    nextBlock: field(z.int(), 'The first block that has not been read yet.', 21_400_200),
    eventCount: field(z.int(), 'Events queued for delivery.', 17),
    events: field(z.array(z.string()), 'The events: those of the subscription at the time of the request.', [
      'transfer',
    ]),
    createdBy: field(z.string(), 'The person or key that requested it.', '019a6b3e-2a10-7b21-8c44-1d2e3f4a5b6c'),
    createdAt: field(instant, 'When.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(instant, 'The time of its last progress.', '2026-11-21T11:05:14.020Z'),
    endedAt: field(instant.nullable(), 'The time at which it ended; null while it is running.', null),
  })
  .meta({ id: 'IndexerReplay' })
export type ReplayView = z.infer<typeof replayView>

export const replayPage = z
  .object({ data: z.array(replayView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'IndexerReplayPage' })

/** The estimate of a replay, before the replay is requested. */
export type ReplayEstimate = {
  fromBlock: number
  toBlock: number
  blockCount: number
  fromTime: string
  toTime: string
  /** Events of the range that were already delivered to the subscription. */
  knownEvents: number
  /** Until all blocks are read, as nodes usually answer. */
  seconds: number
}
