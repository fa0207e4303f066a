import { parseAsStringLiteral } from 'nuqs/server'
import { toId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import { MESSAGE_STATUSES, type MessageStatus } from '@/schemas/webhooks/words'
import { MESSAGE_KINDS, type MessageKind } from './message-displays'

/** The delivery list's state in the URL, read alike by the page and by the list. */
export const messageFilter = {
  status: parseAsStringLiteral(MESSAGE_STATUSES),
  kind: parseAsStringLiteral(MESSAGE_KINDS),
  search: parseAsText.withDefault(''),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  page: parseAsPage,
}

type Filter = {
  status?: MessageStatus | null
  kind?: MessageKind | null
  /** The id of a message's source, or any part of a URL. */
  search?: string
  from?: string
  to?: string
  page?: number
  /** The source of the messages. */
  sourceId?: string
  /** The webhook endpoint they go to. */
  endpointId?: string
}

export function toMessageInput(projectId: string, filter: Filter) {
  const { status, kind, search = '', page = 1, sourceId, endpointId } = filter
  const searchedId = toId(search)
  return {
    projectId,
    status: status ?? undefined,
    kind: kind ?? undefined,
    url: searchedId === null ? search.trim().slice(0, 2_048) || undefined : undefined,
    sourceId: searchedId ?? sourceId,
    endpointId,
    from: parsePeriodEnd(filter.from),
    to: parsePeriodEnd(filter.to),
    page,
  }
}
