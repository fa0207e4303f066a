import { setTimeout as sleep } from 'node:timers/promises'

type LiveMarks = {
  /** A text that changes when the list has something new. */
  read: () => Promise<string>
  /** Ends the stream: its reader disconnected. */
  signal: AbortSignal
  everyMs?: number
}

/** A stream ends after this time and is requested again, so that a reader who may no longer read is refused soon. */
const STREAM_MS = 60_000
/** The time after which a browser reopens a stream that ended, in ms. */
const RETRY_MS = 500

/**
 * Server-sent events: `changed` whenever the mark changes. The first mark is sent only as an event id, or as a change
 * if the reader had another mark.
 */
export async function* streamMarks({
  read,
  signal,
  everyMs = 1_000,
  known = null,
}: LiveMarks & { known?: string | null }) {
  const until = Date.now() + STREAM_MS
  let mark = await read()
  const isMissed = known !== null && known !== mark
  yield `retry: ${RETRY_MS}\nevent: ${isMissed ? 'changed' : 'ready'}\nid: ${mark}\ndata: {}\n\n`
  while (!signal.aborted && Date.now() < until) {
    const dueEvent = await sleep(everyMs, true, { signal }).catch(() => false)
    if (!dueEvent) return
    const next = await read()
    // A comment, so that proxies do not close an idle connection.
    yield next === mark ? ': \n\n' : `event: changed\nid: ${next}\ndata: {}\n\n`
    mark = next
  }
}
