import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { foundExecutions } from '@/db/schema'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { fromBase58, toBase58 } from '@/server/chains/solana/base58'
import { MAX_MINT_LAMPORTS } from '@/server/chains/solana/check-call-policy'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { mintBytes, mintInstructions, rentPaidFor } from './mint-instructions'

type MintTerms = { admin: string; salt: string; name: string; ticker: string; decimals: number }

/**
 * The future address of a token's mint, and the call that creates it. `isDeployed`: a recovery found its creation,
 * which a restored backup lacks; the call is the same again. Throws unavailable.
 */
export async function prepareMint(chain: Chain, { admin, salt, name, ticker: symbol, decimals }: MintTerms) {
  const seed = mintSeedOf(salt)
  const mint = mintAddress({ admin, seed })
  const paid = await findPaidRent(chain, { seed, mint })
  const lamports = paid ?? (await readFromChain(() => rentExemptLamports(chain, mintBytes({ name, symbol }))))
  if (lamports > MAX_MINT_LAMPORTS) throw refusal('chain_unreachable')
  const data = encodeProgramCall(mintInstructions({ admin, seed, mint, name, symbol, decimals, lamports }))
  return { contractAddress: mint, isDeployed: paid !== null, call: { to: mint, data } }
}

/** The rent that the found creation of a mint paid; null if no creation was found. The cluster's rent may change. */
async function findPaidRent(
  { chainId }: Chain,
  { seed, mint }: { seed: string; mint: string },
): Promise<bigint | null> {
  const [found] = await workerCtx()
    .db.select({ raw: foundExecutions.rawTransaction })
    .from(foundExecutions)
    .where(
      and(
        eq(foundExecutions.chainId, chainId),
        sql`position(convert_to(${seed}, 'UTF8') in ${foundExecutions.rawTransaction}) > 0`,
      ),
    )
    .limit(1)
  return found ? rentPaidFor(decodeTransaction(found.raw).message, mint) : null
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
