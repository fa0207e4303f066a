import { readFromChain } from '@/server/chains/read-from-chain'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { findMint } from '@/server/chains/solana/find-mint'
import { parseTokenAccount, requiresMemo } from '@/server/chains/solana/parse-token-account'
import { readAccounts, type SolanaAccount } from '@/server/chains/solana/read-accounts'
import { refusal } from '@/server/errors'
import type { LoadedToken } from '@/server/tokens/plans/load-token'
import type { MintAuthority } from './asset-instructions'

/** The state of a holder's account of the payment token. `refused`: it cannot be paid into, or is not the holder's. */
type PayeeState = 'missing' | 'open' | 'memo' | 'refused'
export type Payment = {
  acting: MintAuthority
  decimals: number
  /** The reason why no payment in this token is possible now; null if it is. */
  problem: string | null
  /** The tokenAdmin's balance of the payment token. */
  availableUnits: bigint
  stateOf: (owner: string) => PayeeState
}

/** Reads the payment token of a bond, with the accounts of its tokenAdmin and of these holders. Throws unavailable. */
export async function readPayment({ token, chain }: LoadedToken, owners: readonly string[]): Promise<Payment> {
  const address = token.yieldParams?.paymentToken ?? ''
  const mint = await readFromChain(() => findMint(chain, address))
  if (!mint) throw refusal('chain_unreachable')
  const acting = { mint: address, programId: mint.programId, authority: token.adminAddress }
  const accountOf = (owner: string) => associatedAccount({ owner, ...acting })
  const accounts = await readFromChain(() => readAccounts(chain, [token.adminAddress, ...owners].map(accountOf)))
  const own = accounts.get(accountOf(token.adminAddress))
  return {
    acting,
    decimals: mint.decimals,
    problem: mint.problem,
    availableUnits: (own && parseTokenAccount(own)?.amountUnits) ?? 0n,
    stateOf: (owner) => stateOf(accounts.get(accountOf(owner)) ?? null, owner),
  }
}

function stateOf(account: SolanaAccount | null, owner: string): PayeeState {
  const held = account && parseTokenAccount(account)
  if (!account || !held) return 'missing'
  if (held.isFrozen || held.owner !== owner) return 'refused'
  return requiresMemo(account) ? 'memo' : 'open'
}
