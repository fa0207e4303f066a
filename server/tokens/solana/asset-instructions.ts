import { associatedAccount } from '@/server/chains/solana/associated-account'
import type { AccountUse, Instruction } from '@/server/chains/solana/encode-message'
import { FEE_PAYER } from '@/server/chains/solana/program-call'
import { PROGRAMS, type TokenProgram } from '@/server/chains/solana/programs'

/** A mint, and the signing authority: the tokenAdmin, or the owner for a plain transfer. */
export type MintAuthority = { mint: string; programId: TokenProgram; authority: string }

const writable = (address: string): AccountUse => ({ address, isSigner: false, isWritable: true })
const readable = (address: string): AccountUse => ({ address, isSigner: false, isWritable: false })
const signer = (address: string): AccountUse => ({ address, isSigner: true, isWritable: false })

const [MINT_TO, BURN, FREEZE, THAW, TRANSFER_CHECKED] = [7, 8, 10, 11, 12]
const PAUSABLE = 44
const [PAUSE, RESUME] = [1, 2]
const CREATE_IDEMPOTENT = 1

/** Creates an owner's token account if it is missing; the platform pays its rent. */
export function createAccount({ mint, programId }: MintAuthority, owner: string): Instruction {
  const account = associatedAccount({ owner, mint, programId })
  const payer = { address: FEE_PAYER, isSigner: true, isWritable: true }
  const accounts = [payer, writable(account), ...[owner, mint, PROGRAMS.system, programId].map(readable)]
  return { program: PROGRAMS.associatedToken, accounts, data: Buffer.of(CREATE_IDEMPOTENT) }
}

export function mintTo(acting: MintAuthority, { owner, units }: { owner: string; units: bigint }): Instruction {
  const { mint, programId, authority } = acting
  const accounts = [writable(mint), writable(associatedAccount({ owner, mint, programId })), signer(authority)]
  return { program: programId, accounts, data: Buffer.concat([Buffer.of(MINT_TO), u64(units)]) }
}

/** Burns tokens of any owner, as permanent delegate. */
export function burn(acting: MintAuthority, { owner, units }: { owner: string; units: bigint }): Instruction {
  const { mint, programId, authority } = acting
  const accounts = [writable(associatedAccount({ owner, mint, programId })), writable(mint), signer(authority)]
  return { program: programId, accounts, data: Buffer.concat([Buffer.of(BURN), u64(units)]) }
}

type Moving = { from: string; to: string; units: bigint; decimals: number }

/** A transfer between associated accounts, by their owner or the permanent delegate. */
export function transferChecked(acting: MintAuthority, { from, to, units, decimals }: Moving): Instruction {
  const { mint, programId, authority } = acting
  const accounts = [
    writable(associatedAccount({ owner: from, mint, programId })),
    readable(mint),
    writable(associatedAccount({ owner: to, mint, programId })),
    signer(authority),
  ]
  return {
    program: programId,
    accounts,
    data: Buffer.concat([Buffer.of(TRANSFER_CHECKED), u64(units), Buffer.of(decimals)]),
  }
}

export function setFrozen(
  acting: MintAuthority,
  { owner, isFrozen }: { owner: string; isFrozen: boolean },
): Instruction {
  const { mint, programId, authority } = acting
  const accounts = [writable(associatedAccount({ owner, mint, programId })), readable(mint), signer(authority)]
  return { program: programId, accounts, data: Buffer.of(isFrozen ? FREEZE : THAW) }
}

export function setPaused({ mint, programId, authority }: MintAuthority, isPaused: boolean): Instruction {
  const accounts = [writable(mint), signer(authority)]
  return { program: programId, accounts, data: Buffer.of(PAUSABLE, isPaused ? PAUSE : RESUME) }
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
