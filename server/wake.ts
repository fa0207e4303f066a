import { setTimeout as wait } from 'node:timers/promises'
import { oncePerProcess } from '@/db/once-per-process'
import { inngest } from '@/inngest/client'
import { chainWoken, webhooksWoken } from '@/inngest/events'

type WakeEvent = ReturnType<typeof chainWoken.create> | ReturnType<typeof webhooksWoken.create>
/** A running pump of this process; `poke` makes it look again without a new event. */
type LivePump = { poke: () => void }

const state = oncePerProcess('wake', () => ({
  live: new Map<string, LivePump>(),
  sentAt: new Map<string, number>(),
  trailing: new Set<string>(),
}))

/** Wake-ups of one pump are sent at most this often; a last one always follows. */
const SPACING_MS = 250

export function wakeChain(chainId: number): void {
  wake(`chain:${chainId}`, () => chainWoken.create({ chainId }))
}

export function wakeWebhooks(): void {
  wake('webhooks', () => webhooksWoken.create({}))
}

/**
 * Registers a pump as running in this process. Whoever unregisters must look for work once more afterwards:
 * a wake-up between its last look and then was only a poke.
 */
export function registerPump(name: string, pump: LivePump): () => void {
  state.live.set(name, pump)
  return () => {
    if (state.live.get(name) === pump) state.live.delete(name)
  }
}

/** Whether a pump of this name runs in this process. */
export function isLive(name: string): boolean {
  return state.live.has(name)
}

function wake(name: string, event: () => WakeEvent): void {
  const pump = state.live.get(name)
  if (pump) {
    pump.poke()
    return
  }
  if (state.trailing.has(name)) return
  const sinceMs = Date.now() - (state.sentAt.get(name) ?? 0)
  state.trailing.add(name)
  void sendAfter(Math.max(0, SPACING_MS - sinceMs), name, event)
}

/** Keeps trying while the job engine is away, so that its return costs a second and not a sweep. */
async function sendAfter(delayMs: number, name: string, event: () => WakeEvent): Promise<void> {
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
  for (let tries = 0; tries < 120; tries++) {
    state.trailing.delete(name)
    state.sentAt.set(name, Date.now())
    const sent = await inngest.send(event()).then(
      () => true,
      () => false,
    )
    if (sent || state.live.has(name)) return
    state.trailing.add(name)
    await wait(1_000, undefined, { ref: false })
  }
  state.trailing.delete(name)
}
