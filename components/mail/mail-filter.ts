import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { MAIL_STATES, type MailState } from '@/schemas/mail/words'

export const mailFilter = { status: parseAsStringLiteral(MAIL_STATES), page: parseAsPage }

export function toMailInput({ status, page }: { status: MailState | null; page: number }) {
  return { status: status ?? undefined, page }
}
