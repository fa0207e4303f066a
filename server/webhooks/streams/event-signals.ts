import { oncePerProcess } from '@/db/once-per-process'
import { EVENTS_CHANNEL } from '@/schemas/webhooks/streams/words'
import { pools } from '@/server/database/pools'
import { createWakeSignal, type WakeSignal } from '@/server/waking/create-wake-signal'

type SignalEntry = { wakeSignal: WakeSignal; listeners: number }
const state = () =>
  oncePerProcess('event-signals', () => ({
    signals: new Map<string, SignalEntry>(),
    listening: null as Promise<unknown> | null,
  }))

/**
 * A signal for events of the project that any process recorded. It may be missed while Postgres is unavailable, so
 * waiters also poll. The process listens from its first stream on, on one connection for all streams.
 */
export function listenForEvents(projectId: string): { wakeSignal: WakeSignal; leave: () => void } {
  listen()
  const { signals } = state()
  const entry = signals.get(projectId) ?? { wakeSignal: createWakeSignal(), listeners: 0 }
  entry.listeners += 1
  signals.set(projectId, entry)
  return {
    wakeSignal: entry.wakeSignal,
    leave: () => {
      entry.listeners -= 1
      if (entry.listeners === 0) signals.delete(projectId)
    },
  }
}

function listen(): void {
  const current = state()
  const wakeProject = (projectId: string) => current.signals.get(projectId)?.wakeSignal.wake()
  const wakeAll = () => {
    for (const { wakeSignal } of current.signals.values()) wakeSignal.wake()
  }
  current.listening ??= pools()
    .worker.listen(EVENTS_CHANNEL, wakeProject, wakeAll)
    .catch(() => {
      current.listening = null
    })
}
