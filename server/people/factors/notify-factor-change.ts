import { newId } from '@/db/new-id'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { type FactorNews, secondFactor } from '@/server/mail/templates/second-factor'

type Reported = { news: FactorNews; person: { id: string; name: string; email: string } }

/** Mails a person what became of their second factor, and writes it into the audit log. Call it last. */
export async function notifyFactorChange(
  ctx: OperatorCtx,
  { news, person: { id, name, email } }: Reported,
): Promise<void> {
  const mail = secondFactor(news, { name, url: `${env().BASE_URL}/account/sessions`, at: ctx.now() })
  await queueMails(ctx, [{ ...mail, to: email, businessId: null, source: 'person', sourceId: id, onceKey: newId() }])
  ctx.afterCommit(wakeMails)
  await appendPlatformAudit(ctx, { action: `person.second_factor_${news}`, target: id })
}
