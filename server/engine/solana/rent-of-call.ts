import type { Instruction } from '@/server/chains/solana/encode-message'
import { PROGRAMS } from '@/server/chains/solana/programs'

/** The instruction index of a transfer of the system program, which pays the rent of a mint. */
const TRANSFER = 2
const LAMPORTS_AT = 4

/**
 * The maximum rent that the fee payer pays for accounts that the instructions create, associated accounts and mints, in
 * lamports.
 */
export function rentOfCall(instructions: readonly Instruction[], rentPerAccount: bigint): bigint {
  return instructions.reduce((sum, { program, data }) => {
    if (program === PROGRAMS.associatedToken) return sum + rentPerAccount
    if (program !== PROGRAMS.system || data[0] !== TRANSFER) return sum
    return sum + Buffer.from(data).readBigUInt64LE(LAMPORTS_AT)
  }, 0n)
}
