import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { prepareStatement } from '@/db/client'
import { newId } from '@/db/new-id'
import { mailMessages } from '@/db/schema'
import { mailsDue } from '@/inngest/events'
import type { MailKind } from '@/schemas/mail/words'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { wake } from '@/server/waking/wake'
import { sealMailSecret } from './mail-secret'

/** The result of a template. */
export type MailBody = { kind: MailKind; subject: string; text: string; html: string }

export type Mail = MailBody & {
  /** Null if the email concerns no customer. */
  businessId: string | null
  to: string
  /** The kind and the id of the row that the email reports. */
  source: string
  sourceId: string
  /** One recipient gets one email per key, however often it is queued. */
  onceKey: string
  /**
   * The alarm channel of the email, if any: `to` is then the channel's display name, or its address if it is a mailbox.
   */
  channelId?: string
  /** The secret that replaces `SECRET_MARK` when the email is sent; sealed until then. */
  secret?: string
}

const address = z.email().max(254)

/**
 * Writes emails to the outbox, in the transaction of the change that they report. An installation without email stores
 * them as skipped. Returns how many are new. Takes a handle of the worker or the operator: a tenant's has no access to
 * emails.
 */
export async function queueMails({ db, now }: WorkerCtx, mails: readonly Mail[]): Promise<number> {
  if (mails.length === 0) return 0
  // In one packet.
  const written = await Promise.all(mails.map((mail) => insertMail(db, toRow(mail, now()))))
  return written.flat().length
}

const insertMail = prepareStatement((db) =>
  db
    .insert(mailMessages)
    .values({
      id: sql.placeholder('id'),
      businessId: sql.placeholder('businessId'),
      kind: sql.placeholder('kind'),
      toAddress: sql.placeholder('toAddress'),
      subject: sql.placeholder('subject'),
      text: sql.placeholder('text'),
      html: sql.placeholder('html'),
      source: sql.placeholder('source'),
      sourceId: sql.placeholder('sourceId'),
      onceKey: sql.placeholder('onceKey'),
      channelId: sql`${sql.placeholder('channelId')}::uuid`,
      secretSealed: sql.placeholder('secretSealed'),
      status: sql.placeholder('status'),
      error: sql.placeholder('error'),
      queuedAt: sql.placeholder('queuedAt'),
      // Drizzle's own column cannot write null into a placeholder.
      nextAttemptAt: sql`${sql.placeholder('nextAttemptAt')}::timestamptz`,
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ id: mailMessages.id })
    .prepare('new-mail'),
)

/** Call it after the commit of the transaction that queued emails; the sweeper does the same within a minute. */
export function wakeMails(): void {
  wake(mailsDue, {})
}

function toRow({ to, channelId, secret, ...mail }: Mail, at: Date) {
  const own = { id: newId(), secretSealed: null, channelId: channelId ?? null }
  const row = { ...mail, ...own, toAddress: to, queuedAt: at, createdAt: at }
  const secretSealed = secret === undefined ? null : sealMailSecret(secret, mail.sourceId)
  const pending = { ...row, secretSealed, status: 'pending', error: null, nextAttemptAt: at.toISOString() }
  if (channelId !== undefined) return pending
  const unsent = { ...row, nextAttemptAt: null }
  // Such a text would begin a second header, or add a second recipient.
  if (!address.safeParse(to).success) return { ...unsent, status: 'failed', error: 'This is not an email address' }
  if (env().SMTP_URL === undefined) return { ...unsent, status: 'skipped', error: 'No SMTP_URL is set' }
  return pending
}
