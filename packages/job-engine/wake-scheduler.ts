import type { Pool } from './pool'

const HORIZON_MS = 600_000
const GRID_MS = 25

/** Wakes queue workers when a job falls due; due times close together share one wake-up. */
export function createWakeScheduler(pool: Pool): { wakeAt(due: Date): void; stop(): void } {
  const pending = new Map<number, { timer: NodeJS.Timeout; count: number }>()
  return {
    wakeAt(due) {
      const waitMs = due.getTime() - Date.now()
      if (waitMs > HORIZON_MS) return
      const slot = Math.ceil(due.getTime() / GRID_MS) * GRID_MS
      const pendingAt = pending.get(slot)
      if (pendingAt) {
        pendingAt.count += 1
        return
      }
      const entry = { count: 1, timer: setTimeout(() => fire(slot), Math.max(slot - Date.now(), 0) + 2) }
      pending.set(slot, entry)
    },
    stop() {
      for (const { timer } of pending.values()) clearTimeout(timer)
      pending.clear()
    },
  }

  function fire(slot: number): void {
    const count = pending.get(slot)?.count ?? 1
    pending.delete(slot)
    // The heartbeat makes up for a lost notification.
    pool.sql`select pg_notify('jobs:insert', ${JSON.stringify({ r: 0, count })})`.catch(() => undefined)
  }
}
