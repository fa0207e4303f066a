import { createHash } from 'node:crypto'
import { fromBase58, toBase58 } from '@/server/chains/solana/base58'
import { PROGRAMS } from '@/server/chains/solana/programs'

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
