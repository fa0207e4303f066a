import { askChain } from '@/server/chains/ask-chain'
import type { Chain } from '@/server/chains/registry'
import { MAX_MINT_LAMPORTS } from '@/server/chains/solana/check-call-policy'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { refusal } from '@/server/errors'
import { mintAddress, mintSeedOf } from './mint-address'
import { mintBytes, mintInstructions } from './mint-instructions'

type Wanted = { admin: string; salt: string; name: string; ticker: string; decimals: number }

/** The future address of a token's mint, and the call that creates it. Throws unavailable. */
export async function prepareMint(chain: Chain, { admin, salt, name, ticker: symbol, decimals }: Wanted) {
  const seed = mintSeedOf(salt)
  const mint = mintAddress({ admin, seed })
  const lamports = await askChain(() => rentExemptLamports(chain, mintBytes({ name, symbol })))
  if (lamports > MAX_MINT_LAMPORTS) throw refusal('chain_unreachable')
  const data = encodeProgramCall(mintInstructions({ admin, seed, mint, name, symbol, decimals, lamports }))
  return { contractAddress: mint, call: { to: mint, data } }
}
