import type { Receiver, Visit } from '../testing/webhook-receiver'
import { waitUntil } from '../wait-until'
import { redact } from './client'
import { MAX_WAIT_MS, MAX_WAIT_SECONDS } from './max-wait'
import { fail } from './say'

type VisitOptions = {
  /** The subject of the sentence "No <what> came". */
  what: string
  path: string
  /** Others may come to the same path: only this one counts. */
  isIt?: (body: string) => boolean
  /** Reads the API's view of the webhook, for the case that none comes. */
  inspect: () => Promise<unknown>
}

/** Waits for a webhook. Where it does not come, the tour ends with what came instead and what the API says. */
export async function awaitVisit(
  receiver: Receiver,
  { what, path, isIt = () => true, inspect }: VisitOptions,
): Promise<Visit> {
  const find = () => receiver.visits.find((visit) => visit.path === path && isIt(visit.body))
  await waitUntil(() => find() !== undefined, { timeoutMs: MAX_WAIT_MS })
  const visit = find()
  if (visit) return visit
  const others = receiver.visits.map((other) => `   ${other.path} ${other.body}`)
  const received = others.length === 0 ? 'No webhook came at all.' : `These came:\n${others.join('\n')}`
  return fail(
    `No ${what} came within ${MAX_WAIT_SECONDS} seconds. ${received}\nThe API says: ${redact(await inspect())}`,
  )
}
