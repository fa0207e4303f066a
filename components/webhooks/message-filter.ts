import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { MESSAGE_STATUSES, type MessageStatus } from '@/server/webhooks/contract'

/** The delivery list's state in the URL, read alike by the page and by the list. */
export const messageFilter = {
  status: parseAsStringLiteral(MESSAGE_STATUSES),
  page: parseAsInteger.withDefault(1),
}

type Filter = { status?: MessageStatus | null; page?: number; transactionId?: string }

export function toMessageInput(projectId: string, { status, page = 1, transactionId }: Filter) {
  return { projectId, status: status ?? undefined, transactionId, page: Math.max(1, page) }
}
