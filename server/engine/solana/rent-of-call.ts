import type { Instruction } from '@/server/chains/solana/encode-message'
import { PROGRAMS } from '@/server/chains/solana/programs'

/** The fee payer's lamports for a mint: a transfer of the system program. */
const TRANSFER = 2
const LAMPORTS_AT = 4

/** The most the fee payer's rent can come to for what instructions make: associated accounts, and mints. */
export function rentOfCall(instructions: readonly Instruction[], rentPerAccount: bigint): bigint {
  return instructions.reduce((sum, { program, data }) => {
    if (program === PROGRAMS.associatedToken) return sum + rentPerAccount
    if (program !== PROGRAMS.system || data[0] !== TRANSFER) return sum
    return sum + Buffer.from(data).readBigUInt64LE(LAMPORTS_AT)
  }, 0n)
}
