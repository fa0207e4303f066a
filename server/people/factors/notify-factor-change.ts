import { newId } from '@/db/new-id'
import type { AuditAction } from '@/schemas/audit/action-texts'
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

const ACTIONS = {
  added: 'person.second_factor_added',
  removed: 'person.second_factor_removed',
  reset: 'person.second_factor_reset',
  codes_replaced: 'person.second_factor_codes_replaced',
  recovery_used: 'person.second_factor_recovery_used',
  passkey_added: 'person.passkey_added',
  passkey_removed: 'person.passkey_removed',
  passkey_copied: 'person.passkey_copied',
} satisfies Record<FactorChange, AuditAction>

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
  await appendPlatformAudit(ctx, {
    action: ACTIONS[news],
    target: id,
    detail: passkey ? { passkeyId: passkey.id } : {},
  })
}
