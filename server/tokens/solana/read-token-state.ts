import { readBlockTimes } from '@/server/chains/follow/find-block-at'
import type { Chain } from '@/server/chains/registry'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { extensionsOf, parseMint } from '@/server/chains/solana/parse-mint'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import { readFinalAccounts } from '@/server/chains/solana/read-final-accounts'
import type { TokenRow } from '../operations/plan'
import { actingFor } from './acting-for'

/** A wallet's account of a token; null where it has none. */
export type AccountState = { units: bigint; isFrozen: boolean } | null
export type TokenState = {
  slot: bigint
  /** When that was, since 1970. */
  seconds: number
  supplyUnits: bigint
  isPaused: boolean
  accounts: Map<string, AccountState>
}

/** `state` is null before the mint is there. */
export type SeenToken = { slot: bigint; state: TokenState | null }

const SUPPLY_AT = 36
const PAUSABLE = 26
const PAUSED_AT = 32

/** A token as it was at a finalized slot, with the accounts of these wallets. Throws RpcUnavailableError, RpcError. */
export async function readTokenState(chain: Chain, token: TokenRow, owners: readonly string[]): Promise<SeenToken> {
  const acting = actingFor(token)
  const addressOf = (owner: string) => associatedAccount({ owner, ...acting })
  const { slot, accounts } = await readFinalAccounts(chain, [acting.mint, ...owners.map(addressOf)])
  const mint = accounts.get(acting.mint)
  if (!mint || !parseMint(mint)) return { slot, state: null }
  const pausable = extensionsOf(mint.data).find(({ type }) => type === PAUSABLE)
  const [seconds = 0] = await readBlockTimes(chain, [slot])
  const state = {
    slot,
    seconds,
    supplyUnits: Buffer.from(mint.data).readBigUInt64LE(SUPPLY_AT),
    isPaused: pausable?.value[PAUSED_AT] === 1,
    accounts: new Map(
      owners.map((owner) => {
        const raw = accounts.get(addressOf(owner))
        const held = raw ? parseTokenAccount(raw) : null
        return [owner, held && { units: held.amountUnits, isFrozen: held.isFrozen }]
      }),
    ),
  }
  return { slot, state }
}
