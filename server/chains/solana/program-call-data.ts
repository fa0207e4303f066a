import type { Hex } from 'viem'
import { z } from 'zod'
import { SolanaFormatError } from './byte-reader'
import type { AccountUse, Instruction } from './encode-message'
import { FEE_PAYER } from './program-call'

/** Signer and writable, writable, signer, neither. */
const RIGHTS = ['sw', 'w', 's', ''] as const
const address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const stored = z
  .array(
    z.strictObject({
      program: address,
      accounts: z.array(z.tuple([z.union([address, z.literal(FEE_PAYER)]), z.enum(RIGHTS)])).max(64),
      data: z.string().regex(/^([0-9a-f]{2})+$/),
    }),
  )
  .min(1)
  .max(64)

/** Instructions as a transaction's row keeps them: the hex of one JSON text. The fee payer is `FEE_PAYER` in them. */
export function encodeProgramCall(instructions: readonly Instruction[]): Hex {
  const plain = instructions.map(({ program, accounts, data }) => ({
    program,
    accounts: accounts.map((use) => [use.address, rightsOf(use)]),
    data: Buffer.from(data).toString('hex'),
  }))
  return `0x${Buffer.from(JSON.stringify(plain)).toString('hex')}`
}

/**
 * Reads them back, with the fee payer's address. Throws SolanaFormatError for anything but the one form that is written
 * here.
 */
export function decodeProgramCall(callData: string, feePayer: string): Instruction[] {
  const parsed = stored.safeParse(toJson(callData))
  if (!parsed.success) throw new SolanaFormatError('is not a list of instructions')
  const instructions = parsed.data.map(({ program, accounts, data }) => ({
    program,
    accounts: accounts.map(([key, rights]) => ({
      address: key,
      isSigner: rights.includes('s'),
      isWritable: rights.includes('w'),
    })),
    data: Buffer.from(data, 'hex'),
  }))
  if (encodeProgramCall(instructions) !== callData) throw new SolanaFormatError('is not in its one form')
  return instructions.map(({ accounts, ...rest }) => ({
    ...rest,
    accounts: accounts.map((use) => (use.address === FEE_PAYER ? { ...use, address: feePayer } : use)),
  }))
}

function rightsOf({ isSigner, isWritable }: AccountUse): (typeof RIGHTS)[number] {
  if (isSigner) return isWritable ? 'sw' : 's'
  return isWritable ? 'w' : ''
}

function toJson(callData: string): unknown {
  try {
    return JSON.parse(Buffer.from(callData.replace(/^0x/, ''), 'hex').toString())
  } catch {
    throw new SolanaFormatError('is not a list of instructions')
  }
}
