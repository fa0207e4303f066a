import { createHash } from 'node:crypto'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { fromBase58, toBase58 } from '@/server/chains/solana/base58'
import { MAX_MINT_LAMPORTS } from '@/server/chains/solana/check-call-policy'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { refusal } from '@/server/errors'
import { mintBytes, mintInstructions } from './mint-instructions'

type Wanted = { admin: string; salt: string; name: string; ticker: string; decimals: number }

/** The future address of a token's mint, and the call that creates it. Throws unavailable. */
export async function prepareMint(chain: Chain, { admin, salt, name, ticker: symbol, decimals }: Wanted) {
  const seed = mintSeedOf(salt)
  const mint = mintAddress({ admin, seed })
  const lamports = await readFromChain(() => rentExemptLamports(chain, mintBytes({ name, symbol })))
  if (lamports > MAX_MINT_LAMPORTS) throw refusal('chain_unreachable')
  const data = encodeProgramCall(mintInstructions({ admin, seed, mint, name, symbol, decimals, lamports }))
  return { contractAddress: mint, call: { to: mint, data } }
}

const SEED_CHARACTERS = 32

/** The seed of a token's mint address, from its salt. */
export function mintSeedOf(salt: string): string {
  return salt.replace(/^0x/, '').slice(0, SEED_CHARACTERS)
}

/** The mint address of a seed. It has no private key, and only the tokenAdmin can create it. */
export function mintAddress({ admin, seed }: { admin: string; seed: string }): string {
  const parts = [fromBase58(admin), Buffer.from(seed), fromBase58(PROGRAMS.token2022)]
  return toBase58(createHash('sha256').update(Buffer.concat(parts)).digest())
}
