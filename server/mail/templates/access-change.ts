import type { BusinessRole } from '@/schemas/people/words'
import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

/** The change that an operator made. `person`: name and address. */
export type AccessChange =
  | { kind: 'invited'; person: string; role: BusinessRole }
  | { kind: 'keys'; projectId: string; projectName: string }
type Reported = AccessChange & { name: string; businessName: string; url: string; at: Date }

/** To every owner of a business: an operator of the platform granted access to it. */
export function accessChange(reported: Reported): MailBody {
  const { name, businessName, url, at } = reported
  const isInvitation = reported.kind === 'invited'
  return compose({
    kind: 'access-change',
    subject: isInvitation
      ? `An operator invited a person into ${businessName}`
      : `An operator issued API keys of ${businessName}`,
    to: name,
    paragraphs: [
      isInvitation
        ? 'An operator of the platform, not a member of your team, sent this invitation. Withdraw it on the Team page if you do not expect it.'
        : 'An operator of the platform, not a member of your team, issued a new pair of API keys for the project below. If you did not request it, rotate the keys at once: the new pair can then be made to stop immediately.',
    ],
    facts: [
      ['Business', businessName],
      ...(isInvitation
        ? ([
            ['Invited', reported.person],
            ['Role', reported.role],
          ] as const)
        : ([['Project', reported.projectName]] as const)),
      ['When', formatUtc(at, { seconds: false })],
    ],
    link: isInvitation ? { label: 'Open the Team page', url } : { label: 'Open the API keys', url },
  })
}
