import { env } from '@/server/env'
import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'

type Reader = { name: string; businessName: string; projectId: string; projectName: string }
type Line = { title: string; detail: string; closedAt: Date | null }

/** More are counted; the page has all of them. */
const MAX_LINES = 40

/** The daily mail about the notices of one project. The link leads to the page with all of them. */
export function digestLetter(reader: Reader, lines: readonly Line[]): MailBody {
  const { name, businessName, projectId, projectName } = reader
  const count = lines.length === 1 ? '1 new notification' : `${lines.length} new notifications`
  const left = lines.length - MAX_LINES
  return compose({
    kind: 'notice',
    subject: `Daily digest: ${count} (${businessName})`,
    to: name,
    paragraphs: [
      `${count} in the project ${projectName} of ${businessName} since your last digest.`,
      ...(left > 0 ? [`The first ${MAX_LINES} are listed. ${left} more are on the page.`] : []),
    ],
    facts: lines
      .slice(0, MAX_LINES)
      .map(({ title, detail, closedAt }) => [closedAt ? `${title} (resolved)` : title, detail] as const),
    link: { label: 'Open notifications', url: `${env().BASE_URL}/projects/${projectId}/notifications` },
    foot: 'You get this mail as a member of this business in Slipway. You can change how you are mailed under Notifications in the portal.',
  })
}
