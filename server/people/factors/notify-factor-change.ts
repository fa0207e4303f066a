import { newId } from '@/db/new-id'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { type FactorChange, secondFactor } from '@/server/mail/templates/second-factor'

type Reported = {
  news: FactorChange
  person: { id: string; name: string; email: string }
  /** The passkey it is about. */
  passkey?: { id: string; name: string }
}

/** Emails a person what became of their second factors, and writes it into the audit log. Call it last. */
export async function notifyFactorChange(
  ctx: OperatorCtx,
  { news, person: { id, name, email }, passkey }: Reported,
): Promise<void> {
  const mail = secondFactor(news, {
    name,
    passkey: passkey?.name,
    url: `${env().BASE_URL}/account/sessions`,
    at: ctx.now(),
  })
  await queueMails(ctx, [{ ...mail, to: email, businessId: null, source: 'person', sourceId: id, onceKey: newId() }])
  ctx.afterCommit(wakeMails)
  const action = passkey ? `person.${news}` : `person.second_factor_${news}`
  await appendPlatformAudit(ctx, { action, target: id, detail: passkey ? { passkeyId: passkey.id } : {} })
}
