import type { NoticeText } from '@/server/channels/notice-text'
import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'

const MAX_PARTS = 20

/** The email for a mailbox of operators. */
export function alarmEmail({ head, parts, link }: NoticeText): MailBody {
  const shown = parts.slice(0, MAX_PARTS)
  const left = parts.length - shown.length
  return compose({
    kind: 'alarm',
    subject: `[Slipway] ${head}`,
    to: null,
    paragraphs: [
      ...shown.map(({ title, lines }) => [`${title}.`, ...lines].join(' ')),
      ...(left > 0 ? [`… and ${left} more.`] : []),
    ],
    facts: shown.flatMap(({ title, runbook }) => (runbook ? [[`Runbook of ${title}`, runbook] as const] : [])),
    link,
    foot: 'You get this email because your address is an alarm channel of this installation of Slipway.',
  })
}
