import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isDatabaseAway } from '@/db/connection-lost'
import type { ApiAnswer } from '@/server/api/api-request'
import { onStopping } from '@/server/waking/stopping'

/** A reader that takes nothing for this time is gone, even if its socket is open. */
const STALLED_MS = 30_000

/**
 * Sends text as it is made, at the pace of its reader, until the reader goes, the stream ends or the process is asked
 * to end.
 */
export async function sendStream(outgoing: ServerResponse, stream: NonNullable<ApiAnswer['stream']>): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const undo = onStopping(end)
  outgoing.once('close', end)
  outgoing.flushHeaders()
  try {
    for await (const text of stream(ending.signal)) {
      if (outgoing.destroyed) return
      if (!outgoing.write(text)) await drained(outgoing, ending.signal)
    }
    outgoing.end()
  } catch (error) {
    // Its status is sent: only a broken connection can show the failure.
    outgoing.destroy()
    // An outage is reported elsewhere, once and not for each stream.
    if (!isDatabaseAway(error)) throw error
  } finally {
    undo()
  }
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const stalled = AbortSignal.timeout(STALLED_MS)
  await once(outgoing, 'drain', { signal: AbortSignal.any([signal, stalled]) }).catch(() => outgoing.destroy())
}
