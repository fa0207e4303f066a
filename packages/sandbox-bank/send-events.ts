import { createHmac } from 'node:crypto'
import type { Bank } from './bank'

/** Waits after the first, second, … try. */
const WAITS_MS = [500, 2_000, 10_000, 30_000, 60_000]

/** Sends the bank's events, signed as a provider would, until they are accepted or were tried often enough. */
export function createEventSender({ url, secret, find }: { url: string; secret: string; find: () => Bank }) {
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false
  const busy = new Set<string>()

  async function deliver(id: string, body: string): Promise<void> {
    busy.add(id)
    const isDelivered = await post(url, secret, body)
    busy.delete(id)
    if (isClosed) return
    find().noteAttempt(id, isDelivered)
    const wait = WAITS_MS[(find().state.events.find((event) => event.id === id)?.attempts ?? 0) - 1]
    if (isDelivered || wait === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      send()
    }, wait)
    timers.add(timer.unref())
  }

  function send(): void {
    for (const { id, body, attempts, isDelivered } of find().state.events)
      if (!isDelivered && attempts <= WAITS_MS.length && !busy.has(id)) void deliver(id, body)
  }

  return {
    send,
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function post(url: string, secret: string, body: string): Promise<boolean> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature }
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) }
  return fetch(url, init).then(
    ({ ok }) => ok,
    () => false,
  )
}
