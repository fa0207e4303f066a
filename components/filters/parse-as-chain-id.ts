import { createParser } from 'nuqs/server'

/** The highest value of the server's 32-bit integer columns. */
const MAX = 2_147_483_647

/** A chain id in the URL; any other value counts as absent. */
export const parseAsChainId = createParser({
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX ? Number(text) : null),
  serialize: String,
})
