import { PROGRAMS } from '@/server/chains/solana/programs'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { MintAuthority } from './asset-instructions'

/** A token's mint, with its tokenAdmin as the authority. */
export function mintAuthorityOf({ contractAddress, adminAddress }: TokenRow): MintAuthority {
  return { mint: contractAddress, programId: PROGRAMS.token2022, authority: adminAddress }
}
