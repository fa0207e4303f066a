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

/** Writes down what came of a POST; resolves once that stands. */
export type RecordAttempt = (attempt: Attempt) => Promise<DeliveryOutcome>

type Waiting = { row: AttemptRow; resolve: (outcome: DeliveryOutcome) => void; reject: (error: unknown) => void }
/** The attempts of one source and one kind of receivers, which share one statement. */
type Line = { waiting: Waiting[]; isBusy: boolean }

/** A statement that takes long holds its locks for as long. */
const MAX_AT_ONCE = 500

/**
 * Records attempts together: those that end during a statement join the next one, so a lone attempt does not wait.
 * Where one row makes a statement fail, halving finds it, and only that row fails.
 */
export function createRecorder(ctx: WorkerCtx, onAttempt: typeof ON_ATTEMPT): RecordAttempt {
  const lines = new Map<string, Line>()

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
  const flush = async (line: Line, like: Attempt) => {
    line.isBusy = true
    // Attempts that end in the same turn go together.
    await new Promise(setImmediate)
    while (line.waiting.length > 0) await write(like, takeBatch(line))
    line.isBusy = false
  }
  return (attempt) =>
    new Promise((resolve, reject) => {
      const name = `${attempt.message.source} ${attempt.message.keySource === 'endpoint'}`
      const line = lines.get(name) ?? { waiting: [], isBusy: false }
      lines.set(name, line)
      line.waiting.push({ row: toRow(attempt, ctx.now()), resolve, reject })
      if (!line.isBusy) void flush(line, attempt)
    })
}

/** The first ones, up to a second attempt at one message: one statement can write a row once. */
function takeBatch(line: Line): Waiting[] {
  const ids = new Set<string>()
  for (const { row } of line.waiting) {
    if (ids.size === MAX_AT_ONCE || ids.has(row.messageId)) break
    ids.add(row.messageId)
  }
  return line.waiting.splice(0, ids.size)
}
