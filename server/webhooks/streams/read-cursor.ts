import { streamCursor } from '@/schemas/webhooks/streams/contract'
import { validationError } from '@/server/errors'

/**
 * Reads the header `Last-Event-ID`; new clients send none or an empty one. Throws invalid for anything but an event id.
 */
export function readCursor(header: string | null): string | undefined {
  if (!header) return undefined
  const { success, data } = streamCursor.safeParse(header)
  if (!success) throw validationError(['Last-Event-ID: must be the id of an event'])
  return data
}
