import { createParser } from 'nuqs/server'

/** As the server checks ids: with a version and a variant there are. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** An id as it is stored, or null for text that is none. */
export function toId(text: string): string | null {
  const id = text.toLowerCase()
  return UUID.test(id) ? id : null
}

/** An id in the URL; an invalid one counts as absent. */
export const parseAsId = createParser({ parse: toId, serialize: String })
