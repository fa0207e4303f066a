import { fromBase58 } from '@/server/chains/solana/base58'
import { extensionsOf } from '@/server/chains/solana/parse-mint'

const KEY_BYTES = 32
/** The offsets of the authorities in the mint, each behind four bytes that say whether there is one. */
const [MINTING_AT, FREEZING_AT] = [4, 50]
const [DEFAULT_STATE, PERMANENT_DELEGATE, PAUSABLE] = [6, 12, 26]
const FROZEN = 2

/**
 * Which of the powers that make a mint an asset its tokenAdmin does not have: only who has them all can say who holds.
 */
export function lostPowers(mint: Uint8Array, admin: string): string[] {
  const data = Buffer.from(mint)
  const key = Buffer.from(fromBase58(admin))
  const extensions = new Map(extensionsOf(data).map(({ type, value }) => [type, value]))
  const isAdmin = (bytes: Buffer | undefined) => bytes?.subarray(0, KEY_BYTES).equals(key) === true
  const has = {
    minting: isAdmin(data.subarray(MINTING_AT)),
    freezing: isAdmin(data.subarray(FREEZING_AT)),
    'moving by force': isAdmin(extensions.get(PERMANENT_DELEGATE)),
    pausing: isAdmin(extensions.get(PAUSABLE)),
    'frozen new accounts': extensions.get(DEFAULT_STATE)?.[0] === FROZEN,
  }
  return Object.entries(has).flatMap(([power, isThere]) => (isThere ? [] : [power]))
}
