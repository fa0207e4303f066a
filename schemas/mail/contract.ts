import { z } from 'zod'
import { type Page, pageNumber } from '@/server/paging'
import { MAIL_STATES, type MailKind, type MailState } from './words'

export const listMailInput = z.object({
  status: z.enum(MAIL_STATES).optional(),
  /** The whole address of a recipient, in any case, or the name of an alarm channel. */
  to: z.string().trim().min(1).max(254).optional(),
  page: pageNumber,
})
export type ListMailInput = z.output<typeof listMailInput>

export const mailRef = z.object({ mailId: z.uuid() })

/** An email as operators see it. */
export type MailView = {
  id: string
  businessId: string | null
  businessName: string | null
  kind: MailKind
  /** The payment that it reports, if it is about one payment. */
  paymentId: string | null
  /** It was sent to an alarm channel, whose name is `to`. */
  isAlarm: boolean
  to: string
  subject: string
  status: MailState
  attemptCount: number
  /** The reason why the last try failed. */
  error: string | null
  nextAttemptAt: string | null
  sentAt: string | null
  createdAt: string
}
/** `isOn`: whether the installation sends email at all. */
export type MailPage = Page<MailView> & { isOn: boolean }
