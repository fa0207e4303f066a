import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { OpenedAccounts } from './open-accounts'
import { readOpened } from './read-opened'

const POLL_MS = 100

/**
 * The accounts of a payment that another call opens at this moment, once it has opened them; see `readOpened`, whose
 * errors it throws. Waits `withinMs` at most. Called outside a transaction.
 */
export async function waitForOpened(ctx: WorkerCtx, paymentId: string, withinMs: number): Promise<OpenedAccounts> {
  const deadline = performance.now() + withinMs
  const isOpening = and(eq(depositAccounts.paymentId, paymentId), eq(depositAccounts.status, 'OPENING'))
  while (performance.now() < deadline && (await ctx.db.$count(depositAccounts, isOpening)) > 0) await wait(POLL_MS)
  return readOpened(ctx, paymentId)
}
