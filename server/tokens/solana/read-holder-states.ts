import { and, eq, inArray } from 'drizzle-orm'
import { tokenWallets } from '@/db/schema'
import { readFromChain } from '@/server/chains/read-from-chain'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import { readAccounts } from '@/server/chains/solana/read-accounts'
import { inTenantReading, type Tenant } from '@/server/ctx'
import type { ContractCode } from '@/server/tokens/operations/error-codes'
import type { LoadedToken } from '@/server/tokens/plans/load-token'
import { mintAuthorityOf } from './mint-authority-of'

/** A wallet's state for a token: its account on the cluster now, and its registration in our index. */
export type HolderState = {
  account: 'missing' | 'frozen' | 'open'
  units: bigint
  isRegistered: boolean
  /** Whether the tokenAdmin froze it. A freeze outlives the registration and the account. */
  isFrozen: boolean
  investorId: string | null
}
type HolderStates = ReadonlyMap<string, HolderState>

/** Reads the state of each of these wallets. Throws unavailable. */
export async function readHolderStates(
  tenant: Tenant,
  { token, chain }: LoadedToken,
  owners: readonly string[],
): Promise<HolderStates> {
  const acting = mintAuthorityOf(token)
  const addressOf = (owner: string) => associatedAccount({ owner, ...acting })
  const rows = await inTenantReading(tenant, ({ db, businessId }) =>
    db
      .select()
      .from(tokenWallets)
      .where(
        and(
          eq(tokenWallets.businessId, businessId),
          eq(tokenWallets.tokenId, token.id),
          inArray(tokenWallets.address, [...new Set(owners)]),
        ),
      ),
  )
  const accounts = await readFromChain(() => readAccounts(chain, owners.map(addressOf)))
  return new Map(
    owners.map((owner) => {
      const raw = accounts.get(addressOf(owner))
      const held = raw ? parseTokenAccount(raw) : null
      const row = rows.find(({ address }) => address === owner)
      const account = held === null ? ('missing' as const) : held.isFrozen ? ('frozen' as const) : ('open' as const)
      const { isRegistered = false, investorId = null } = row ?? {}
      const units = held?.amountUnits ?? 0n
      // Our index may not have read a new freeze yet, and a restored one may lack the registration. Only a registered
      // wallet has units.
      const wasOpen = account === 'frozen' && (isRegistered || units > 0n)
      const isFrozen = account !== 'open' && (row?.isFrozen === true || wasOpen)
      return [owner, { account, units, isRegistered, isFrozen, investorId }]
    }),
  )
}

/** The reason why a wallet can neither receive nor send; null if it can. */
export function problemOf(state: HolderState | undefined): ContractCode | null {
  if (state?.account === 'open') return null
  return state?.account === 'frozen' && state.isRegistered ? 'frozen' : 'not_registered'
}
