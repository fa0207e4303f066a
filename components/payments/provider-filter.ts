import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { PROVIDER_EVENT_STATES } from '@/schemas/payments/providers/words'

export const providerFilter = {
  tab: parseAsStringLiteral(['providers', 'events', 'reconciliation']).withDefault('providers'),
  state: parseAsStringLiteral(PROVIDER_EVENT_STATES),
  page: parseAsPage,
}
