import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { NETWORK_CODES, type NetworkCode } from '@/schemas/indexer/words'
import { DESTINATION_STATUSES, type DestinationStatus } from '@/schemas/webhooks/words'

/** The subscription list's state in the URL, read alike by the page and by the list. */
export const subscriptionFilter = {
  network: parseAsStringLiteral(NETWORK_CODES),
  status: parseAsStringLiteral(DESTINATION_STATUSES),
  page: parseAsPage,
}

type Filter = { network: NetworkCode | null; status: DestinationStatus | null; page: number }

export function toSubscriptionInput(projectId: string, { network, status, page }: Filter) {
  return { projectId, network: network ?? undefined, status: status ?? undefined, page }
}
