import type { EventStream, StreamedEvent } from '@slipway/sdk'
import { type Call, textOf } from './command'
import { toDurationMs } from './read-options'
import { UsageError } from './terminal'

/** The start position of an event stream. */
export type Start = {
  /** The parameter of the stream: `oldest`, the id of an event, or undefined for events from now on. */
  after: string | undefined
  /** Events that were recorded earlier than this moment are left out; null for none. */
  fromMs: number | null
}

/** The API keeps events for 7 days. */
const KEPT_MS = 7 * 86_400_000

/** `7421-019a6b3e-9d40-7e00-8a00-3b4c5d6e7f80`: the number of a transaction and a UUID of version 7. */
const EVENT_ID = /^\d{1,19}-([0-9a-f]{8})-([0-9a-f]{4})(-[0-9a-f]{4}){2}-[0-9a-f]{12}$/

/**
 * The position at which `listen` starts: with `--from-start`, at `--since`, or after the last event that its
 * destination accepted. Throws UsageError.
 */
export function readStart(values: Call['values'], { answered, nowMs }: { answered?: string; nowMs: number }): Start {
  const since = textOf(values, 'since')
  if (values['from-start']) {
    if (since !== undefined) throw new UsageError('--since and --from-start exclude each other')
    return { after: 'oldest', fromMs: null }
  }
  if (since === undefined) return { after: answered, fromMs: null }
  if (EVENT_ID.test(since)) return { after: since, fromMs: null }
  const durationMs = toDurationMs(since, 'since', ' and no id of an event')
  if (durationMs > KEPT_MS) throw new UsageError('--since is more than 7d: events are kept for 7 days')
  return { after: 'oldest', fromMs: nowMs - durationMs }
}

/** The events without those before the first one that was recorded at `fromMs` or later. */
export async function* withoutEarlier(events: EventStream, { fromMs }: Start): AsyncGenerator<StreamedEvent> {
  let isEarlier = fromMs !== null
  for await (const event of events) {
    // All that follow are newer, but for those that were recorded in the same moment.
    isEarlier &&= fromMs !== null && recordedMs(event.id) < fromMs
    if (!isEarlier) yield event
  }
}

/** The moment at which an event was recorded, from its id; NaN where the id has none. */
function recordedMs(id: string): number {
  const [, high = '', low = ''] = EVENT_ID.exec(id) ?? []
  return Number.parseInt(high + low, 16)
}
