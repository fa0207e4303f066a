import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import {
  EVENT_KEYS,
  type EventKey,
  LOG_STATUSES,
  type LogStatus,
  NETWORK_CODES,
  type NetworkCode,
} from '@/schemas/indexer/words'

/** The log list's state in the URL, read alike by the page and by the list. */
export const logFilter = {
  status: parseAsStringLiteral(LOG_STATUSES),
  eventType: parseAsStringLiteral(EVENT_KEYS),
  network: parseAsStringLiteral(NETWORK_CODES),
  subscriptionId: parseAsId,
  page: parseAsPage,
}

export type LogFilter = {
  status?: LogStatus | null
  eventType?: EventKey | null
  network?: NetworkCode | null
  subscriptionId?: string | null
  page?: number
}

export function toLogInput(projectId: string, { status, eventType, network, subscriptionId, page = 1 }: LogFilter) {
  return {
    projectId,
    status: status ?? undefined,
    eventType: eventType ?? undefined,
    network: network ?? undefined,
    subscriptionId: subscriptionId ?? undefined,
    page,
  }
}
