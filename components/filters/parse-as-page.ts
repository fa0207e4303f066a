import { createParser } from 'nuqs/server'

/**
 * The page of a list in the address bar, from 1. The server knows which is the last; what is no such number counts as
 * absent.
 */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d*$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null),
  serialize: String,
}).withDefault(1)
