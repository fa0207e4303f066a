import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { parseAsText } from '@/components/filters/parse-as-text'
import { MESSAGE_STATUSES, type MessageStatus } from '@/server/webhooks/words'
import { MESSAGE_KINDS, type MessageKind } from './message-looks'

/** The delivery list's state in the URL, read alike by the page and by the list. */
export const messageFilter = {
  status: parseAsStringLiteral(MESSAGE_STATUSES),
  kind: parseAsStringLiteral(MESSAGE_KINDS),
  search: parseAsText.withDefault(''),
  page: parseAsInteger.withDefault(1),
}

type Filter = {
  status?: MessageStatus | null
  kind?: MessageKind | null
  /** The id of what a message tells of, or any part of a URL. */
  search?: string
  page?: number
  /** What the messages tell of. */
  sourceId?: string
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function toMessageInput(projectId: string, { status, kind, search = '', page = 1, sourceId }: Filter) {
  const isId = ID.test(search)
  return {
    projectId,
    status: status ?? undefined,
    kind: kind ?? undefined,
    url: isId ? undefined : search.slice(0, 2_048) || undefined,
    sourceId: isId ? search.toLowerCase() : sourceId,
    page: Math.max(1, page),
  }
}
