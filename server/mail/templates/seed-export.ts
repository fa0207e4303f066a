import type { SeedExportState } from '@/schemas/seed-exports/words'
import { compose } from '@/server/mail/compose'
import type { MailBody } from '@/server/mail/queue-mails'
import { formatUtc } from '@/server/text/format-utc'

type Reported = {
  name: string
  businessName: string
  state: SeedExportState
  /** The owner who gets the file: name and address. */
  receiver: string
  reason: string
  fingerprint: string | null
  opensAt: Date | null
  expiresAt: Date
  url: string
}

const SUBJECTS = {
  APPROVED: 'An export of your wallet seed was approved',
  CONFIRMED: 'A key was named for the export of your wallet seed',
  SEALED: 'The export of your wallet seed is ready',
  TAKEN: 'Your wallet seed was exported',
  STOPPED: 'The export of your wallet seed was stopped',
} satisfies Record<SeedExportState, string>

const TEXTS = {
  APPROVED:
    'Two operators approved it. Before anything is exported, the owner below has to name a public key. Stop it on the Team page if you do not expect it.',
  CONFIRMED:
    'Nothing is exported before the time below. Until then any owner can stop it on the Team page. Read the fingerprint to your operator by phone.',
  SEALED: 'The seed was encrypted to the key below. The owner below can download the file once, on the Team page.',
  TAKEN:
    'The file was downloaded. The holder of the private key with the fingerprint below can move the funds of every wallet of this business.',
  STOPPED: 'Nothing can be downloaded any more. A new export needs two operators again.',
} satisfies Record<SeedExportState, string>

/** To every owner of a business: the state of the export of its wallet seed. */
export function seedExportMail(reported: Reported): MailBody {
  const { state, fingerprint, opensAt, expiresAt } = reported
  const isOver = state === 'TAKEN' || state === 'STOPPED'
  return compose({
    kind: 'seed-export',
    subject: `${SUBJECTS[state]}: ${reported.businessName}`,
    to: reported.name,
    paragraphs: [TEXTS[state]],
    facts: [
      ['Business', reported.businessName],
      ['Exported to', reported.receiver],
      ['Reason', reported.reason],
      ...(fingerprint === null ? [] : [['Key fingerprint (SHA-256)', fingerprint] as const]),
      ...(state === 'CONFIRMED' && opensAt ? [['Not before', formatUtc(opensAt, { seconds: false })] as const] : []),
      ...(isOver ? [] : [['Expires', formatUtc(expiresAt, { seconds: false })] as const]),
    ],
    link: { label: 'Open the Team page', url: reported.url },
  })
}
