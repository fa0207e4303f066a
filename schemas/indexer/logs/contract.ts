import { z } from 'zod'
import {
  EXAMPLE_CONTRACT,
  EXAMPLE_HASH,
  EXAMPLE_ID,
  EXAMPLE_URL,
  eventPayload,
  instant,
  networkField,
} from '@/schemas/indexer/catalog/contract'
import { LOG_STATUSES, NETWORK_CODES } from '@/schemas/indexer/words'
import { integerField } from '@/schemas/text/contract'
import type { DeliveryAttemptView } from '@/schemas/webhooks/contract'
import { listMeta, MAX_LIMIT, pageNumber } from '@/server/paging'
import { exampleOf } from '@/server/text/example-of'
import { field } from '@/server/text/field'

export const listIndexerLogsQuery = z.strictObject({
  subscriptionId: field(z.string().max(64).optional(), 'Filters by subscription.', EXAMPLE_ID),
  status: field(z.enum(LOG_STATUSES).optional(), 'Filters by outcome.', 'failed'),
  eventType: field(
    z
      .string()
      .regex(/^[A-Za-z_$][\w$]{0,63}$/, 'must be a key of the catalog or the name of an event')
      .optional(),
    'Filters by kind: a key of the catalog, or the name of an event.',
    'transfer',
  ),
  network: networkField.optional(),
  page: integerField(1, 1_000_000, 'The page number.', 1),
  limit: integerField(1, MAX_LIMIT, 'Items per page.', 20),
})
export type ListIndexerLogsInput = z.output<typeof listIndexerLogsQuery>

/** The filter of the list in the portal. */
export const indexerLogFilter = z.object({
  subscriptionId: z.uuid().optional(),
  status: z.enum(LOG_STATUSES).optional(),
  eventType: z.string().max(64).optional(),
  network: z.enum(NETWORK_CODES).optional(),
  page: pageNumber,
})
export const indexerLogRef = z.object({ logId: z.uuid() })

const EXAMPLE_LOG_ID = '019a6b3e-8f20-7a31-9b42-5c6d7e8f9012'
export const indexerLogParams = z.strictObject({ logId: field(z.string(), 'The id of the log.', EXAMPLE_LOG_ID) })

/** Spec 2.4, with `chainId` in addition. */
export const indexerLogView = z
  .object({
    id: field(z.string(), 'The id of the attempt.', EXAMPLE_LOG_ID),
    projectId: field(z.string(), 'The project it belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    subscriptionId: field(z.string(), 'The subscription that it was for.', EXAMPLE_ID),
    network: field(z.string(), 'The chain family.', 'BASE'),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    contractAddress: field(z.string(), 'The contract that emitted the event.', EXAMPLE_CONTRACT),
    eventType: field(z.string(), 'A key of the catalog, or the name of an event.', 'transfer'),
    eventId: field(z.string(), 'The `id` of the payload.', `${EXAMPLE_HASH}:3`),
    transactionHash: field(z.string(), 'The transaction of the event.', EXAMPLE_HASH),
    webhookUrl: field(z.string(), 'The URL it was sent to.', EXAMPLE_URL),
    status: field(z.enum(LOG_STATUSES), 'Whether the URL returned 2xx.', 'delivered'),
    httpStatus: field(z.int(), 'The HTTP status of the response; 0 without a response.', 200),
    error: field(z.string().nullable(), 'The reason why it failed; null on success.', null),
    isReplay: field(z.boolean(), 'Whether this is a replay or a resend.', false),
    replayOf: field(z.string().nullable(), 'The first log of a resent event.', null),
    payload: field(z.record(z.string(), z.unknown()), 'The payload that was sent.', exampleOf(eventPayload)),
    createdAt: field(instant, 'The time of the attempt.', '2026-11-21T11:05:44.862Z'),
    updatedAt: field(instant, 'Equal to `createdAt`: a log never changes.', '2026-11-21T11:05:44.862Z'),
  })
  .meta({ id: 'IndexerLog' })
export type IndexerLogView = z.infer<typeof indexerLogView>

/** A log in the portal's list: whether a replay or a person sent its event again. */
export type LogRow = IndexerLogView & { sentAgainBy: 'replay' | 'resend' | null }

/** Attempts of one day (UTC): `2026-11-22`. */
export type DeliveryDay = { date: string; delivered: number; failed: number }

/** The view with the sent body and the response; null once the attempt is no longer stored. */
export type IndexerLogDetail = { log: IndexerLogView; attempt: DeliveryAttemptView | null }

export const indexerLogPage = z
  .object({ data: z.array(indexerLogView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'IndexerLogPage' })
