import { readProvenRange } from '@/server/chains/follow/read-proven-range'
import type { ChainReader } from './chain-reader'
import { routeLogs, soughtBy } from './route-logs'

/** EVM chains: headers and logs, the logs proven by the headers' blooms. */
export const evmReader: ChainReader = {
  async readRange(chain, { after, upTo, most, subscriptions }) {
    const first = after.head + 1n
    const longest = first + BigInt(most) - 1n
    const last = upTo < longest ? upTo : longest
    const range = await readProvenRange(chain, { after, first, last, sought: soughtBy(subscriptions) })
    return range && { blocks: range.heads, ...routeLogs(subscriptions, range), readTo: last }
  },
}
