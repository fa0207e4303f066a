import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { MAIL_STATES, type MailState } from '@/schemas/mail/words'

export const mailFilter = {
  status: parseAsStringLiteral(MAIL_STATES),
  to: parseAsText.withDefault(''),
  page: parseAsPage,
}

export function toMailInput({ status, to, page }: { status: MailState | null; to: string; page: number }) {
  return { status: status ?? undefined, to: to.trim() || undefined, page }
}
