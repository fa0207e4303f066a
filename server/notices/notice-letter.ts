import { NOTICES } from '@/schemas/notices/words'
import { env } from '@/server/env'
import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import type { Cause } from './find-causes'

/**
 * The mail about one notice. The link leads to the page of the portal where it is dealt with; nothing is decided by
 * opening it.
 */
export function noticeLetter(
  { kind, title, detail, projectId }: Cause,
  reader: { name: string; businessName: string },
): MailBody {
  const { page, action: mutate } = NOTICES[kind]
  return compose({
    kind: 'notice',
    subject: `${title} (${reader.businessName})`,
    to: reader.name,
    paragraphs: [`${title} at ${reader.businessName}.`, detail],
    link: { label: mutate, url: `${env().BASE_URL}/projects/${projectId}/${page}` },
    foot: 'You get this mail because you own this business in Slipway. You can switch it off under Notifications in the portal.',
  })
}
