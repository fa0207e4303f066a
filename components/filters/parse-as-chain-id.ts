import { createParser } from 'nuqs/server'

/** What the server's columns hold. */
const MAX = 2_147_483_647

/** A chain's id in the address bar; what is none counts as absent. */
export const parseAsChainId = createParser({
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX ? Number(text) : null),
  serialize: String,
})
