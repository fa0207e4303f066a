import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { inngest } from '@/inngest/client'

/** The ids that identify one worker among those of its kind. */
export type WorkerKey = Record<string, string | number>
/** `id`: the job engine takes one event of it; `ts`: not before this moment, in ms. */
export type WakeOptions = { id?: string; ts?: number }
/** The event that starts a worker. */
export type WakeEvent<Data extends WorkerKey> = {
  name: string
  schema: z.ZodType<Data>
  create: (data: Data, options?: WakeOptions) => Payload
}
type Payload = WakeOptions & { name: string; data: WorkerKey }
/** A running worker of this process; `wake` starts its next turn without a new event. */
type RunningWorker = { wake: () => void }

const state = () =>
  oncePerProcess('wake', () => ({
    live: new Map<string, RunningWorker>(),
    sentAt: new Map<string, number>(),
    trailing: new Set<string>(),
  }))

/** Wake-ups of one worker are sent at most this often; a last one always follows. */
const SPACING_MS = 250

/** Describes the event that starts workers of a kind: its name, and the id of one of them. */
export function wakeEvent<Data extends WorkerKey>(name: string, schema: z.ZodType<Data>): WakeEvent<Data> {
  return { name, schema, create: (data, options) => ({ ...options, name, data }) }
}

/**
 * Makes a worker check for work: one that runs in this process at once, any other by its event. Never waits and never
 * fails.
 */
export function wake<Data extends WorkerKey>(event: WakeEvent<Data>, data: Data): void {
  const key = keyOf(event, data)
  const { live, trailing, sentAt } = state()
  const worker = live.get(key)
  if (worker) {
    worker.wake()
    return
  }
  if (trailing.has(key)) return
  const sinceMs = Date.now() - (sentAt.get(key) ?? 0)
  trailing.add(key)
  void sendAfter(Math.max(0, SPACING_MS - sinceMs), key, event.create(data))
}

/**
 * Registers a worker as running in this process. After unregistering, check for work again: a wake-up between the last
 * run and then only reached the running worker.
 */
export function registerWorker<Data extends WorkerKey>(
  event: WakeEvent<Data>,
  data: Data,
  worker: RunningWorker,
): () => void {
  const key = keyOf(event, data)
  const { live } = state()
  live.set(key, worker)
  return () => {
    if (live.get(key) === worker) live.delete(key)
  }
}

/** Whether this worker runs in this process. */
export function isRunningHere<Data extends WorkerKey>(event: WakeEvent<Data>, data: Data): boolean {
  return state().live.has(keyOf(event, data))
}

function keyOf<Data extends WorkerKey>({ name }: WakeEvent<Data>, data: Data): string {
  return [name, ...Object.values(data)].join(' ')
}

/** Keeps trying while the job engine is unavailable, so that its return costs a second and not a sweep. */
async function sendAfter(delayMs: number, key: string, payload: Payload): Promise<void> {
  const { live, trailing, sentAt } = state()
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
  // A process that a test made forget sends nothing of before.
  for (let tries = 0; tries < 120 && trailing === state().trailing; tries++) {
    trailing.delete(key)
    sentAt.set(key, Date.now())
    const sent = await inngest.send(payload).then(
      () => true,
      () => false,
    )
    if (sent || live.has(key)) return
    trailing.add(key)
    await wait(1_000, undefined, { ref: false })
  }
  trailing.delete(key)
}
