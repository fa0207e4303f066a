import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'

export const alarmFilter = {
  state: parseAsStringLiteral(['open', 'closed']).withDefault('open'),
  page: parseAsPage,
}
