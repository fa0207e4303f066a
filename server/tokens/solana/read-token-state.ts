import { readBlockTimes } from '@/server/chains/follow/find-block-at'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { fromBase58 } from '@/server/chains/solana/base58'
import { extensionsOf, parseMint } from '@/server/chains/solana/parse-mint'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import { readFinalAccounts } from '@/server/chains/solana/read-final-accounts'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { mintAuthorityOf } from './mint-authority-of'

const KEY_BYTES = 32
/** The offsets of the authorities in the mint, each after four bytes that say whether it is set. */
const [MINTING_AT, FREEZING_AT] = [4, 50]
const [DEFAULT_STATE, PERMANENT_DELEGATE, PAUSABLE] = [6, 12, 26]
const FROZEN = 2

/** A wallet's account of a token; null if it has none. */
export type AccountState = { units: bigint; isFrozen: boolean } | null
export type TokenState = {
  slot: bigint
  /** The time of the slot, in seconds since 1970. */
  seconds: number
  supplyUnits: bigint
  /** The part of the supply that is in none of the given wallets. */
  elsewhereUnits: bigint
  isPaused: boolean
  lostPowers: string[]
  accounts: Map<string, AccountState>
}
/** `state` is null until the mint exists. */
export type OnChainToken = { slot: bigint; state: TokenState | null }

const SUPPLY_AT = 36
const PAUSED_AT = 32
/**
 * If the accounts need several requests, these may be of different slots, and a transfer in between is seen twice or
 * never.
 */
const TRIES = 5

/**
 * A token at a finalized slot, with the accounts of these wallets. The read is accepted if it is of one slot, if the
 * accounts add up to the supply, or if two reads miss the same amount. Throws RpcUnavailableError, RpcError.
 */
export async function readTokenState(chain: Chain, token: TokenRow, owners: readonly string[]): Promise<OnChainToken> {
  let before: bigint | null = null
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { isWhole, ...seen } = await readOnce(chain, token, owners)
    const elsewhere = seen.state?.elsewhereUnits ?? 0n
    if (isWhole || elsewhere === 0n || elsewhere === before) return seen
    before = elsewhere
  }
  throw new RpcUnavailableError('the accounts of a token change while they are read')
}

async function readOnce(
  chain: Chain,
  token: TokenRow,
  owners: readonly string[],
): Promise<OnChainToken & { isWhole: boolean }> {
  const acting = mintAuthorityOf(token)
  const addressOf = (owner: string) => associatedAccount({ owner, ...acting })
  const { slot, isWhole, accounts } = await readFinalAccounts(chain, [acting.mint, ...owners.map(addressOf)])
  const mint = accounts.get(acting.mint)
  if (!mint || !parseMint(mint)) return { slot, isWhole, state: null }
  const pausable = extensionsOf(mint.data).find(({ type }) => type === PAUSABLE)
  const [seconds = 0] = await readBlockTimes(chain, [slot])
  const supplyUnits = Buffer.from(mint.data).readBigUInt64LE(SUPPLY_AT)
  const held = new Map(
    owners.map((owner): [string, AccountState] => {
      const raw = accounts.get(addressOf(owner))
      const account = raw ? parseTokenAccount(raw) : null
      return [owner, account && { units: account.amountUnits, isFrozen: account.isFrozen }]
    }),
  )
  const listed = [...held.values()].reduce((sum, account) => sum + (account?.units ?? 0n), 0n)
  const state = {
    slot,
    seconds,
    supplyUnits,
    elsewhereUnits: supplyUnits - listed,
    isPaused: pausable?.value[PAUSED_AT] === 1,
    lostPowers: lostPowers(mint.data, token.adminAddress),
    accounts: held,
  }
  return { slot, isWhole, state }
}

/** The authorities over a mint that its tokenAdmin lacks. Only with all of them does our index know every holder. */
function lostPowers(mint: Uint8Array, admin: string): string[] {
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
