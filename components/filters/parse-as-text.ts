import { createParser } from 'nuqs/server'
import { isStorable } from '@/server/text/is-storable'

/** A text from the URL. Text that no row could contain counts as absent. */
export const parseAsText = createParser({
  parse: (text) => (isStorable(text) ? text : null),
  serialize: (text: string) => text,
})
