import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

type Invitation = {
  name: string | null
  /** Null if it is to the platform itself. */
  businessName: string | null
  role: string
  url: string
  expiresAt: Date
}

/** Invites a person to sign in, or into one more business. */
export function invitation({ name, businessName, role, url, expiresAt }: Invitation): MailBody {
  const where = businessName ?? 'Slipway'
  return compose({
    kind: 'invitation',
    subject: `You are invited to ${where}`,
    to: name,
    paragraphs: [
      `You are invited to ${businessName === null ? 'Slipway' : `${businessName} in Slipway`} as ${role}.`,
      'Open the link to accept. It works once and is for you alone: do not forward this email.',
    ],
    facts: [['Valid until', formatUtc(expiresAt, { seconds: false })]],
    link: { label: 'Accept the invitation', url },
    foot: 'You get this email because an owner or operator entered your address. If you did not expect it, ignore it.',
  })
}
