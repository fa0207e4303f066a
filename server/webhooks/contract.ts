import { z } from 'zod'

export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** What an event made to try a receiver is called. */
export const TEST_EVENT = 'webhook.test'

/** Everything a message can tell of (spec 6.1), and the test event. */
export const MESSAGE_KINDS = [
  'wallet.transfer.completed',
  'wallet.transfer.failed',
  'wallet.sign.completed',
  'wallet.sign.failed',
  TEST_EVENT,
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

const urlPart = z.string().trim().min(1).max(2_048)

export const messageFilter = z.object({
  status: z.enum(MESSAGE_STATUSES).optional(),
  kind: z.enum(MESSAGE_KINDS).optional(),
  /** Any part of the URL. */
  url: urlPart.optional(),
  transactionId: z.uuid().optional(),
  page: z.int().min(1).max(50_000).default(1),
})
export type MessageFilter = z.output<typeof messageFilter>

export const messageRef = z.object({ messageId: z.uuid() })

/** Failed messages made since, those of a URL (or a part of it) only where one is named. */
export const messageRecovery = z.object({ since: z.date(), url: urlPart.optional() })
export type MessageRecovery = z.output<typeof messageRecovery>

export const testEvent = z.object({ url: z.string().trim().min(1).max(2_048) })

/** An outcome on its way to a customer's URL. */
export type MessageView = {
  id: string
  kind: string
  url: string
  status: MessageStatus
  transactionId: string | null
  attemptCount: number
  /** Of the newest attempt; null when none was made or no answer came. */
  lastHttpStatus: number | null
  nextAttemptAt: string | null
  /** Somebody asked to send it once more and that has not happened yet. */
  resendRequestedAt: string | null
  createdAt: string
  updatedAt: string
}

export type MessagePage = { items: MessageView[]; total: number; page: number; pageSize: number }

export type DeliveryAttemptView = {
  id: string
  number: number
  isResend: boolean
  httpStatus: number | null
  error: string | null
  latencyMs: number
  responseExcerpt: string | null
  signedWith: 'request' | 'project'
  requestHeaders: Record<string, string>
  createdAt: string
}

export type MessageDetail = { message: MessageView; body: string; attempts: DeliveryAttemptView[] }
