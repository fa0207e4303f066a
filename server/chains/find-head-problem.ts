import type { chainHeads } from '@/db/schema'
import type { ChainProblemKind } from '@/schemas/chains/contract'

/** Three polls of the watcher without an answer. */
const UNREACHABLE_AFTER_MS = 45_000
/** The number of missing blocks that makes a chain stalled, and never less than a minute: chains pause for a moment. */
const STALLED_AFTER_BLOCKS = 20
const STALLED_AFTER_MS = 60_000

type Head = Pick<typeof chainHeads.$inferSelect, 'blockAt' | 'answeredAt'>

/** The problem of a chain according to its latest block, and since when; null while the chain advances. Pure. */
export function findHeadProblem(
  { blockTimeMs }: { blockTimeMs: number },
  { blockAt, answeredAt }: Head,
  now: Date,
): { kind: ChainProblemKind; since: Date } | null {
  const age = (moment: Date) => now.getTime() - moment.getTime()
  if (age(answeredAt) >= UNREACHABLE_AFTER_MS) return { kind: 'unreachable', since: answeredAt }
  if (age(blockAt) >= Math.max(STALLED_AFTER_MS, STALLED_AFTER_BLOCKS * blockTimeMs))
    return { kind: 'stalled', since: blockAt }
  return null
}
