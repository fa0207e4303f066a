import { createParser } from 'nuqs/server'

/** The page number in the URL, from 1. The server knows the last page. An invalid number counts as absent. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d*$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null),
  serialize: String,
}).withDefault(1)
