import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { isDatabaseUnavailable } from '@/db/connection-lost'
import { webhooksDue } from '@/inngest/events'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { recordRowFault } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'
import { leaseSeconds } from '@/server/lease-seconds'
import { logger } from '@/server/logger'
import { createWakeSignal, type WakeSignal } from '@/server/waking/create-wake-signal'
import { isStopping, onStopping } from '@/server/waking/stopping'
import { registerWorker } from '@/server/waking/wake'
import { type ClaimedMessage, claimDue } from './claim-due'
import { deliverMessage } from './deliver-message'
import { isAnyDue, nextDueAt } from './due-messages'
import { findKeys } from './find-keys'
import { ON_ATTEMPT } from './on-attempt'
import { createRecorder } from './record-attempts'

type DispatchOptions = {
  /** The maximum of concurrent deliveries, in total, for one project and for one destination. */
  slots: number
  perProject: number
  perDestination: number
  /** Longer than a POST may take, so that a delivery in progress is never claimed twice. */
  leaseMs: number
  timeoutMs: number
  /** The time after which one run of the job claims nothing more; the next run continues. */
  runMs: number
  /** The time for which an idle run waits for more messages: a new run would have to pass through the job engine. */
  lingerMs: number
  /** The statements that each source adds to the recording of an attempt. */
  onAttempt: typeof ON_ATTEMPT
}

const LEASE_SECONDS = 30
const DEFAULTS: Omit<DispatchOptions, 'leaseMs'> = {
  slots: 256,
  perProject: 64,
  perDestination: 16,
  timeoutMs: 10_000,
  runMs: 20_000,
  lingerMs: 0,
  onAttempt: ON_ATTEMPT,
}
/** The interval of polls for due retries while deliveries run. */
const REPOLL_MS = 1_000
/** The pause while a run has no work: messages from other processes do not wake it. */
const IDLE_POLL_MS = 250
/**
 * After all slots were used, wait until half of them are free or this time is over, so that one claim takes more
 * messages. A destination that uses all its slots is waited for as well, unless more messages come for others.
 */
const PAUSE_MS = 5
const MAX_PAUSE_MS = 25
const FREE_FIRST = 0.5
/** The maximum number of attempts that wait to be recorded; beyond it no attempt begins. */
const MAX_UNRECORDED = 1_000

type Run = {
  wakeSignal: WakeSignal
  /** Messages may have come since the last claim. */
  isWakeRequested: boolean
  /** Deliveries whose attempts are not recorded yet. */
  deliveries: Set<Promise<void>>
  /** The number of deliveries without a response yet, by project and by destination. */
  inFlight: number
  inFlightOf: Map<string, number>
  inFlightTo: Map<string, number>
  count: Record<'delivered' | 'retrying' | 'failed' | 'faults', number>
}

/**
 * Delivers due messages until none is due, in parallel up to the number of slots. A destination that hangs uses only
 * its own slots. Returns the time at which the next message is due (in the past if the run ended before its work), or
 * null.
 */
export async function dispatchWebhooks(
  ctx: WorkerCtx,
  options: Partial<DispatchOptions> = {},
): Promise<{ nextAt: Date | null; counts: Run['count'] }> {
  const { slots, perProject, perDestination, leaseMs, timeoutMs, runMs, lingerMs, onAttempt } = {
    ...DEFAULTS,
    leaseMs: leaseSeconds(LEASE_SECONDS) * 1_000,
    ...options,
  }
  const run: Run = {
    wakeSignal: createWakeSignal(),
    isWakeRequested: false,
    deliveries: new Set(),
    inFlight: 0,
    inFlightOf: new Map(),
    inFlightTo: new Map(),
    count: { delivered: 0, retrying: 0, failed: 0, faults: 0 },
  }
  const wake = () => {
    run.isWakeRequested = true
    run.wakeSignal.wake()
  }
  const unregister = registerWorker(webhooksDue, {}, { wake })
  const forgetStop = onStopping(() => run.wakeSignal.wake())
  const record = createRecorder(ctx, onAttempt)
  const startedAt = Date.now()
  let busyAt = startedAt - lingerMs
  try {
    while (Date.now() - startedAt < runMs && !isStopping()) {
      const signaled = run.wakeSignal.next(REPOLL_MS)
      run.isWakeRequested = false
      const free = run.deliveries.size < slots + MAX_UNRECORDED ? slots - run.inFlight : 0
      const shares = { perProject, perDestination, inFlightOf: run.inFlightOf, inFlightTo: run.inFlightTo }
      const claimed = await claimDue(ctx, { free, leaseMs, ...shares })
      const keysOf = findKeys(ctx, claimed)
      // Each delivery awaits it and handles its error.
      keysOf.catch(() => {})
      for (const message of claimed)
        start(run, ctx, message, (answered) =>
          deliverMessage(ctx, { message, timeoutMs, keysOf, record: (attempt) => answered(record(attempt)) }),
        )
      const isIdle = run.deliveries.size === 0 && claimed.length === 0
      if (!isIdle) busyAt = Date.now()
      if (isIdle && Date.now() - busyAt < lingerMs) await Promise.race([signaled, wait(IDLE_POLL_MS)])
      else if (isIdle) {
        unregister()
        if (!(await isAnyDue(ctx))) break
      } else {
        if (claimed.length === 0) await signaled
        await pauseUntilFree(run, claimed, { slots, perDestination })
      }
    }
  } finally {
    unregister()
    forgetStop()
    await Promise.all(run.deliveries)
  }
  return { nextAt: await nextDueAt(ctx), counts: run.count }
}

async function pauseUntilFree(
  run: Run,
  claimed: readonly ClaimedMessage[],
  { slots, perDestination }: Pick<DispatchOptions, 'slots' | 'perDestination'>,
): Promise<void> {
  const sentTo = (receiver: string) => run.inFlightTo.get(receiver) ?? 0
  const isFull = run.inFlight >= slots
  const full = claimed.map(({ receiver }) => receiver).filter((receiver) => sentTo(receiver) >= perDestination)
  const isCrowded = () =>
    (isFull && run.inFlight > slots * FREE_FIRST) ||
    (!run.isWakeRequested && full.some((receiver) => sentTo(receiver) > perDestination * FREE_FIRST))
  const until = performance.now() + MAX_PAUSE_MS
  do await wait(PAUSE_MS)
  while (isCrowded() && performance.now() < until)
}

type Deliver = (answered: <T>(rest: T) => T) => ReturnType<typeof deliverMessage>

/** Starts a delivery. Its slot is free once the destination responded; recording needs no slot. */
function start(run: Run, ctx: WorkerCtx, message: ClaimedMessage, deliver: Deliver): void {
  const { id: messageId } = message
  let holdsSlot = true
  const freeSlot = () => {
    if (holdsSlot) countInFlight(run, message, -1)
    holdsSlot = false
    run.wakeSignal.wake()
  }
  countInFlight(run, message, 1)
  const delivery = deliver((rest) => {
    freeSlot()
    return rest
  })
    .then(({ outcome, isKeyGone }) => {
      run.count[outcome] += 1
      if (isKeyGone)
        logger().warn({ messageId }, 'webhook signed by the project: the secret of its request no longer exists')
    })
    // After any error the lease runs out and the message is due again.
    .catch((error: unknown) => {
      run.count.faults += 1
      recordWorkFault(ctx, error, 'the same message once its lease is over')
      if (isDatabaseUnavailable(error))
        logger().warn({ err: error, messageId }, 'a webhook delivery could not be recorded')
      else recordRowFault({ noun: 'webhook message', id: messageId }, error, ctx.now())
    })
    .then(() => {
      run.deliveries.delete(delivery)
      freeSlot()
    })
  run.deliveries.add(delivery)
}

function countInFlight(run: Run, { projectId, receiver }: ClaimedMessage, change: 1 | -1): void {
  run.inFlight += change
  for (const [held, key] of [
    [run.inFlightOf, projectId],
    [run.inFlightTo, receiver],
  ] as const) {
    const count = (held.get(key) ?? 0) + change
    if (count > 0) held.set(key, count)
    else held.delete(key)
  }
}

/** Whether a message is due within the next minute, the interval of the job that checks. */
export async function hasDueMessages({ db }: WorkerCtx): Promise<boolean> {
  const due = await db.execute(
    sql`select 1 from webhook_messages where (status = 'pending' and next_attempt_at <= now() + interval '1 minute')
      or resend_requested_at is not null limit 1`,
  )
  return due.length > 0
}
