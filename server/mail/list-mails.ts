import { and, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { businesses, mailMessages } from '@/db/schema'
import type { ListMailInput, MailPage } from '@/schemas/mail/contract'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { lastPageAtMost, offsetOf, PAGE_SIZE } from '@/server/paging'
import { toMail } from './view'

/** The outbox, newest first. */
export function listMails(ctx: OperatorCtx, input: ListMailInput): Promise<MailPage> {
  return lastPageAtMost(input, (request) => listPage(ctx, request))
}

async function listPage({ db }: OperatorCtx, { status, to, page }: ListMailInput): Promise<MailPage> {
  const where = and(
    status && eq(mailMessages.status, status),
    // Addresses are stored in lower case, names of channels as they were given.
    to === undefined ? undefined : inArray(mailMessages.toAddress, [to, to.toLowerCase()]),
  )
  const { text: _, html: __, secretSealed: ___, ...columns } = getTableColumns(mailMessages)
  const rows = await db
    .select({ mail: columns, businessName: businesses.name })
    .from(mailMessages)
    .leftJoin(businesses, eq(businesses.id, mailMessages.businessId))
    .where(where)
    .orderBy(desc(mailMessages.createdAt), desc(mailMessages.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const [counted] = await db.select({ total: count() }).from(mailMessages).where(where)
  return {
    items: rows.map(({ mail, businessName }) => toMail(mail, businessName)),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
    isOn: env().SMTP_URL !== undefined,
  }
}
