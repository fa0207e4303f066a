import type { StreamEventsInput } from '@/schemas/webhooks/streams/contract'
import { HEARTBEAT_MS } from '@/schemas/webhooks/streams/words'
import type { Tenant } from '@/server/ctx'
import { listenForEvents } from './event-signals'
import {
  OLDEST_POSITION,
  type Position,
  readEvents,
  readHorizon,
  resumeAfter,
  toCursor,
  toPosition,
} from './read-events'
import { releaseSlot, renewSlot } from './stream-slots'

const READ_AT_ONCE = 100
/** The wait for an older transaction; most need a few milliseconds. */
const HELD_MS = 100
/** The `retry` of the stream: the time that clients wait before they reconnect. */
const RETRY_MS = 2_000

type Streaming = { tenant: Tenant & { projectId: string }; holder: string; input: StreamEventsInput }

/**
 * The events of a project as server-sent events, until the signal is aborted. First `stream.ready`, then `stream.gap`
 * if events after the requested position are no longer kept, then each event once, in the order of their transactions.
 * `holder` has a slot (`claimSlot`), which is released at the end.
 */
export async function* streamProject(
  { tenant, holder, input }: Streaming,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { wakeSignal, leave } = listenForEvents(tenant.projectId)
  const onAbort = () => wakeSignal.wake()
  signal.addEventListener('abort', onAbort)
  try {
    const start = await startOf(tenant, input.after)
    let { position } = start
    yield `retry: ${RETRY_MS}\n${toMessage('stream.ready', { types: input.types ?? ['*'] })}`
    if (!start.isComplete) yield toMessage('stream.gap', { after: input.after })
    let seenAt = Date.now()
    while (!signal.aborted) {
      // Before the read, so that an event during it triggers the next one.
      const signaled = wakeSignal.next(HEARTBEAT_MS)
      const { events, isHeld } = await readEvents(tenant, {
        position,
        kinds: input.types ?? null,
        limit: READ_AT_ONCE,
      })
      for (const event of events) {
        // A reader who is slow may have lost its access since these were read.
        if (signal.aborted) return
        yield `event: ${event.kind}\nid: ${toCursor(event)}\ndata: ${event.body}\n\n`
        position = event
      }
      if (Date.now() - seenAt >= HEARTBEAT_MS) {
        seenAt = Date.now()
        if (!(await renewSlot(tenant, holder))) return
        yield ': still here\n\n'
      }
      if (events.length < READ_AT_ONCE) await (isHeld ? wakeSignal.next(HELD_MS) : signaled)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    leave()
    await releaseSlot(tenant, holder)
  }
}

async function startOf(
  tenant: Streaming['tenant'],
  after: string | undefined,
): Promise<{ position: Position; isComplete: boolean }> {
  if (after === undefined) return { position: await readHorizon(tenant), isComplete: true }
  return after === 'oldest' ? { position: OLDEST_POSITION, isComplete: true } : resumeAfter(tenant, toPosition(after))
}

function toMessage(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
