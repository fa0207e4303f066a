import { z } from 'zod'
import { integerField, isoDateTime } from '@/schemas/text/contract'
import { DESTINATION_STATUSES, MAX_RECOVERED, PAUSE_CAUSES } from '@/schemas/webhooks/words'
import { MAX_LIMIT } from '@/server/paging'
import { field } from '@/server/text/field'

/**
 * The fields that webhook endpoints and event subscriptions share. No db import, so the file is safe in the browser.
 */

const MAX_URL_LENGTH = 2_048

const instant = z.iso.datetime()

export const statusField = field(
  z.enum(DESTINATION_STATUSES),
  'While paused, events are counted and not sent.',
  'active',
)

export function urlField(example: string) {
  return field(
    z.string().trim().min(1).max(MAX_URL_LENGTH),
    'The URL that receives the events: a public host, in production with https.',
    example,
  )
}

/** The events that a destination is subscribed to: at least one, and none twice. */
export function uniqueEvents<T extends z.ZodType<string>>(event: T) {
  return z
    .array(event)
    .min(1)
    .superRefine((events, ctx) => {
      const known = new Set<string>()
      const again = events.findIndex((each) => known.size === known.add(each).size)
      if (again >= 0) ctx.addIssue({ code: 'custom', path: [again], message: 'is there twice' })
    })
}

/** Whether a change names at least one field. */
export function givesAnything(change: object): boolean {
  return Object.values(change).some((value) => value !== undefined)
}

export const listQuery = {
  status: field(z.enum(DESTINATION_STATUSES).optional(), 'Filters by status.', 'active'),
  page: integerField(1, 1_000_000, 'The page number.', 1),
  limit: integerField(1, MAX_LIMIT, 'Items per page.', 20),
}

export const pausedBecauseField = field(
  z.enum(PAUSE_CAUSES).nullable(),
  'The reason why it is paused: a member of your business `asked` for it, or the platform paused it because the URL is `gone` (it returned 410) or was `failing` for days.',
  null,
)

/** The times of a destination, and the counts of its events by outcome. */
export const historyFields = {
  createdAt: field(instant, 'The time at which it was created.', '2026-11-21T11:05:12.310Z'),
  updatedAt: field(instant, 'The time of its last update.', '2026-11-21T11:05:44.862Z'),
  lastDeliveryAt: field(
    instant.nullable(),
    'The time of the latest attempt; null before the first.',
    '2026-11-21T11:05:44.862Z',
  ),
  deliveredCount: field(z.int(), 'Events delivered.', 12),
  failedCount: field(z.int(), 'Events that failed after all retries.', 0),
  droppedCount: field(z.int(), 'Events that were not sent because it was paused.', 0),
}

/** The recovery of failed events: `since` is the time from which they are sent again, `count` the number of events. */
export const recoveryBody = z.strictObject({
  since: field(isoDateTime, 'Includes events created at this time or later.', '2026-11-21T00:00:00Z'),
})
export const recoveryView = z
  .object({ count: field(z.int(), `The number of events that are sent again, at most ${MAX_RECOVERED}.`, 12) })
  .meta({ id: 'Recovery' })

/** The secret, which is shown once. `use` names the purpose of the secret. */
export function secretFields(use: string) {
  return {
    signingSecret: field(z.string(), use, 'whsec_bm90IGEgc2VjcmV0IG9mIGFueWJvZHksIGp1c3QgdGV4dA=='),
    secretWarning: field(
      z.string(),
      'A reminder to store the secret now.',
      'Store this secret now: it is not shown again.',
    ),
  }
}
