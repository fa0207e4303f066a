import { oncePerProcess } from '@/db/once-per-process'
import { EVENTS_CHANNEL } from '@/schemas/webhooks/streams/words'
import { pools } from '@/server/database/pools'
import { createWakeSignal, type WakeSignal } from '@/server/waking/create-wake-signal'

type BellEntry = { bell: WakeSignal; listeners: number }
const state = () =>
  oncePerProcess('event-bells', () => ({
    bells: new Map<string, BellEntry>(),
    listening: null as Promise<unknown> | null,
  }))

/**
 * A signal for events of the project that any process recorded. It may be missed while Postgres is unavailable, so
 * waiters also poll. The process listens from its first stream on, on one connection for all streams.
 */
export function listenForEvents(projectId: string): { bell: WakeSignal; leave: () => void } {
  listen()
  const { bells } = state()
  const entry = bells.get(projectId) ?? { bell: createWakeSignal(), listeners: 0 }
  entry.listeners += 1
  bells.set(projectId, entry)
  return {
    bell: entry.bell,
    leave: () => {
      entry.listeners -= 1
      if (entry.listeners === 0) bells.delete(projectId)
    },
  }
}

function listen(): void {
  const known = state()
  const ring = (projectId: string) => known.bells.get(projectId)?.bell.ring()
  const ringAll = () => {
    for (const { bell } of known.bells.values()) bell.ring()
  }
  known.listening ??= pools()
    .worker.listen(EVENTS_CHANNEL, ring, ringAll)
    .catch(() => {
      known.listening = null
    })
}
