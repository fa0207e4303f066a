import { isDatabaseAway } from '@/db/connection-lost'
import { bisectRows } from '@/server/alarms/bisect-rows'
import type { WorkerCtx } from '@/server/ctx'
import { ON_ENDPOINT_ATTEMPT } from './destinations/on-endpoint-attempt'
import type { ON_ATTEMPT } from './on-attempt'
import {
  type Attempt,
  type AttemptRow,
  type DeliveryOutcome,
  outcomeOf,
  recordAttempts,
  toRow,
} from './record-attempts'

/** Records the result of a POST; resolves after the commit. */
export type RecordAttempt = (attempt: Attempt) => Promise<DeliveryOutcome>

type Waiting = { row: AttemptRow; resolve: (outcome: DeliveryOutcome) => void; reject: (error: unknown) => void }
/** The attempts of one source and one kind of destination, which share one statement. */
type Queue = { waiting: Waiting[]; isBusy: boolean }

/** A larger statement would hold its locks for longer. */
const MAX_AT_ONCE = 500

/**
 * Records attempts in batches. Attempts that end during a statement join the next one, so a single attempt does not
 * wait. If one row makes a statement fail, bisection finds it, and only that row fails.
 */
export function createRecorder(ctx: WorkerCtx, onAttempt: typeof ON_ATTEMPT): RecordAttempt {
  const queues = new Map<string, Queue>()

  const write = async ({ message: { source, keySource } }: Attempt, batch: readonly Waiting[]) => {
    const added = [...onAttempt[source], ...(keySource === 'endpoint' ? ON_ENDPOINT_ATTEMPT : [])]
    const byId = new Map(batch.map((one) => [one.row.messageId, one]))
    const work = async (ids: readonly string[]) => {
      const ofThese = ids.flatMap((id) => byId.get(id) ?? [])
      await recordAttempts(ctx, { rows: ofThese.map(({ row }) => row), onAttempt: added })
      for (const { row, resolve } of ofThese) resolve(outcomeOf(row))
    }
    const onFault = (id: string, error: unknown) => byId.get(id)?.reject(error)
    try {
      await bisectRows([...byId.keys()], { work, isExpectedError: isDatabaseAway, onFault })
    } catch (error) {
      // Attempts that were written before the connection broke are not recorded twice.
      for (const { reject } of batch) reject(error)
    }
  }
  const flush = async (queue: Queue, sample: Attempt) => {
    queue.isBusy = true
    // Attempts that end in the same turn go together.
    await new Promise(setImmediate)
    while (queue.waiting.length > 0) await write(sample, takeBatch(queue))
    queue.isBusy = false
  }
  return (attempt) =>
    new Promise((resolve, reject) => {
      const name = `${attempt.message.source} ${attempt.message.keySource === 'endpoint'}`
      const queue = queues.get(name) ?? { waiting: [], isBusy: false }
      queues.set(name, queue)
      queue.waiting.push({ row: toRow(attempt, ctx.now()), resolve, reject })
      if (!queue.isBusy) void flush(queue, attempt)
    })
}

/** The first attempts, up to the second one of the same message: a statement can update a row only once. */
function takeBatch(queue: Queue): Waiting[] {
  const ids = new Set<string>()
  for (const { row } of queue.waiting) {
    if (ids.size === MAX_AT_ONCE || ids.has(row.messageId)) break
    ids.add(row.messageId)
  }
  return queue.waiting.splice(0, ids.size)
}
