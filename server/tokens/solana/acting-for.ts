import { PROGRAMS } from '@/server/chains/solana/programs'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { Acting } from './asset-instructions'

/** A token's mint, with its tokenAdmin as the authority. */
export function actingFor({ contractAddress, adminAddress }: TokenRow): Acting {
  return { mint: contractAddress, programId: PROGRAMS.token2022, authority: adminAddress }
}
