import { createParser } from 'nuqs/server'
import { isStorable } from '@/server/text/is-storable'

/** Text of the address bar; what no row could hold counts as absent. */
export const parseAsText = createParser({
  parse: (text) => (isStorable(text) ? text : null),
  serialize: (text: string) => text,
})
