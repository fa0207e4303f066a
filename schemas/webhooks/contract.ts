import { z } from 'zod'
import { periodEnd } from '@/schemas/text/contract'
import { type Page, pageNumber } from '@/server/paging'
import { listPart } from '@/server/text/csv-list'
import { field } from '@/server/text/field'
import { MESSAGE_STATUSES, type MessageStatus, type Withdrawal } from './words'

/** The kind of object that a message reports; `test` for a test event. */
export type MessageSource =
  | 'transaction'
  | 'test'
  | 'indexer'
  | 'deposit'
  | 'payment'
  | 'subscription'
  | 'token'
  | 'sweep'

/** The signature by which a destination verifies the sender: Standard Webhooks, or `X-Indexer-Signature` (spec 6.2). */
export type SignatureScheme = 'standard' | 'indexer'

/**
 * The source of the signing keys: the secret of the request, of the project, or of the event subscription or webhook
 * endpoint that gets the message.
 */
export type KeySource = 'request' | 'project' | 'subscription' | 'endpoint'

const urlPart = z.string().trim().min(1).max(2_048)

export const messageFilter = z.object({
  status: z.enum(MESSAGE_STATUSES).optional(),
  /** The type of the event, for example `wallet.transfer.completed`. */
  kind: z
    .string()
    .max(64)
    .regex(/^[a-z_]+(\.[a-z_]+)+$/)
    .optional(),
  /** Any part of the URL. */
  url: urlPart.optional(),
  /** The id of the reported object, for example of a transaction. */
  sourceId: z.uuid().optional(),
  /** The webhook endpoint that receives it. */
  endpointId: z.uuid().optional(),
  /** Days are both included, a minute in `to` is not. */
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  page: pageNumber,
})
/** A part of the whole list, for a file. */
export const messagePart = messageFilter.omit({ page: true }).extend({ after: listPart })
export type MessagePartInput = z.output<typeof messagePart>
export type MessageFilter = z.output<typeof messageFilter>

export const messageRef = z.object({ messageId: z.uuid() })
/** An attempt of a message, by its number. */
export const attemptRef = messageRef.extend({ attempt: z.int32().min(1) })

/** The failed messages created since `since`; with `url` (or a part of it) or `endpointId`, only those sent there. */
export const messageRecovery = z.object({ since: z.date(), url: urlPart.optional(), endpointId: z.uuid().optional() })
export type MessageRecovery = z.output<typeof messageRecovery>

export const testEvent = z.object({ url: z.string().trim().min(1).max(2_048) })

/** A message to a customer's URL. */
export type MessageView = {
  id: string
  kind: string
  url: string
  status: MessageStatus
  source: MessageSource
  sourceId: string
  /** The webhook endpoint that receives it; null if the URL came with a request. */
  endpointId: string | null
  attemptCount: number
  /** The status of the newest attempt; null without an attempt or a response. */
  lastHttpStatus: number | null
  nextAttemptAt: string | null
  /** When a pending resend was requested. */
  resendRequestedAt: string | null
  /** The reason why it is not sent any more, in any status. */
  withdrawnBecause: Withdrawal | null
  createdAt: string
  updatedAt: string
}

export type MessagePage = Page<MessageView>

export type DeliveryAttemptView = {
  id: string
  number: number
  isResend: boolean
  httpStatus: number | null
  error: string | null
  latencyMs: number
  responseExcerpt: string | null
  signedWith: KeySource
  requestHeaders: Record<string, string>
  createdAt: string
}

export type MessageDetail = { message: MessageView; body: string; attempts: DeliveryAttemptView[] }

/** The fields of every request whose outcome is sent by webhook. */
export const webhookFields = {
  webhookUrl: field(
    z.string().max(2048).optional(),
    'The URL that receives the outcome: a public host, in production with https.',
    'https://example.com/hooks/slipway',
  ),
  webhookSecret: field(
    z.string().min(16).max(256).optional(),
    'The HMAC key of the outcome webhook, used as raw bytes. It is held in memory only.',
    'a secret of your own, 16 characters or more',
  ),
}
