import { setTimeout as pause } from 'node:timers/promises'
import type { ApiClient } from './api-client'
import type { World } from './check-invariants'
import type { FaultStack } from './fault-stack'
import type { Random } from './random'
import type { Transfer } from './transfers'

export type Stage = {
  stack: FaultStack
  world: World
  api: ApiClient
  random: Random
  rounds: number
  /** Per round. */
  transfers: number
  say: (text: string) => void
}

export type Played = {
  transfers: Transfer[]
  /** From the last part being healthy again until nothing was pending, one a round. */
  recoveryMs: number[]
  /** What the scenario itself saw go wrong. */
  findings: string[]
}

export type Scenario = (stage: Stage) => Promise<Played>

const ENDED_WITHIN_MS = 60_000
// A delivery that died with its process is due again when its lease of half a minute is over.
const DELIVERED_WITHIN_MS = 75_000

/** Waits until no transaction is pending, and answers when that was seen; null when it took too long. */
export async function waitForRest({ sql }: World): Promise<number | null> {
  return waitForNone(ENDED_WITHIN_MS, async () => {
    const [row] = await sql<{ open: number }[]>`select count(*)::int as open from transactions where status = 'PENDING'`
    return row?.open ?? 0
  })
}

export async function waitForDeliveries({ sql }: World): Promise<number | null> {
  return waitForNone(DELIVERED_WITHIN_MS, async () => {
    const [row] = await sql<
      { open: number }[]
    >`select count(*)::int as open from webhook_messages where status = 'pending'`
    return row?.open ?? 0
  })
}

async function waitForNone(timeoutMs: number, count: () => Promise<number>): Promise<number | null> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const open = await count().catch(() => 1)
    if (open === 0) return Date.now()
    await pause(40)
  }
  return null
}
