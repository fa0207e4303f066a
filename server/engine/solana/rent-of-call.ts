import type { Instruction } from '@/server/chains/solana/encode-message'
import { PROGRAMS } from '@/server/chains/solana/programs'

/** Where the lamports stand in the making of an account at a seeded address. */
const LAMPORTS_AT = 76

/** The most the fee payer's rent can come to for what instructions make: associated accounts, and mints. */
export function rentOfCall(instructions: readonly Instruction[], rentPerAccount: bigint): bigint {
  return instructions.reduce((sum, { program, data }) => {
    if (program === PROGRAMS.associatedToken) return sum + rentPerAccount
    return program === PROGRAMS.system ? sum + Buffer.from(data).readBigUInt64LE(LAMPORTS_AT) : sum
  }, 0n)
}
