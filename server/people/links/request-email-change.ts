import type { Person, RequestEmailChangeInput } from '@/schemas/people/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { ApiError, validationError } from '@/server/errors'
import { emailChange } from '@/server/mail/templates/email-change'
import { requirePassword } from '@/server/people/require-password'
import { createLink } from './create-link'

/**
 * Emails a link to the new sign-in address. The result is the same if another account has the address; then nothing is
 * emailed. Throws invalid for a wrong password, rate_limited, failed if there is no mail server.
 */
export async function requestEmailChange(
  ctx: OperatorCtx,
  { person, password, email }: RequestEmailChangeInput & { person: Person },
): Promise<void> {
  if (env().SMTP_URL === undefined) throw new ApiError('failed', 'This installation sends no email. Ask its operator.')
  if (email === person.email) throw validationError(['email: This is your email address already.'])
  await requirePassword(ctx, { person, password })
  await createLink(ctx, {
    kind: 'email_change',
    email,
    userId: person.id,
    write: (facts) => emailChange({ name: person.name, ...facts }),
  })
  await appendPlatformAudit(ctx, { action: 'person.email_change_requested', target: person.id, detail: { email } })
}
