import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'

export const alarmFilter = {
  state: parseAsStringLiteral(['open', 'closed']).withDefault('open'),
  page: parseAsInteger.withDefault(1),
}
