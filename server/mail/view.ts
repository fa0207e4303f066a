import type { mailMessages } from '@/db/schema'
import type { MailView } from '@/schemas/mail/contract'

type Row = Omit<typeof mailMessages.$inferSelect, 'text' | 'html' | 'secretSealed'>

export function toMail(row: Row, businessName: string | null): MailView {
  return {
    id: row.id,
    businessId: row.businessId,
    businessName,
    kind: row.kind,
    paymentId: row.source === 'payment' ? row.sourceId : null,
    isAlarm: row.channelId !== null,
    to: row.toAddress,
    subject: row.subject,
    status: row.status,
    attemptCount: row.attemptCount,
    error: row.error,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
