import { streamCursor } from '@/schemas/webhooks/streams/contract'
import { validationError } from '@/server/errors'

/**
 * The header `Last-Event-ID`; clients that read nothing yet send none or an empty one. Throws invalid for what is no id
 * of an event.
 */
export function readCursor(header: string | null): string | undefined {
  if (!header) return undefined
  const { success, data } = streamCursor.safeParse(header)
  if (!success) throw validationError(['Last-Event-ID: is no id of an event'])
  return data
}
