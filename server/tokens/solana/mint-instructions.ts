import { fromBase58 } from '@/server/chains/solana/base58'
import type { DecodedMessage } from '@/server/chains/solana/decode-message'
import type { Instruction } from '@/server/chains/solana/encode-message'
import { FEE_PAYER } from '@/server/chains/solana/program-call'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { createAccount, setFrozen, u64 } from './asset-instructions'

type MintInput = {
  admin: string
  seed: string
  mint: string
  name: string
  symbol: string
  decimals: number
  /** The rent of the whole mint, with its metadata. */
  lamports: bigint
}

/**
 * The size of the mint without its metadata: the base, then the extensions for delegate, pause, default state and
 * metadata pointer, each with type and length.
 */
const MINT_SPACE = 166 + (4 + 32) + (4 + 33) + (4 + 1) + (4 + 64)
const METADATA_FIXED_BYTES = 4 + 32 + 32 + 4 + 4 + 4 + 4
/** The program avoids one length with a few extra bytes. */
const SPARE_BYTES = 8
const METADATA_INITIALIZE = Buffer.from('d2e11ea258b84d8d', 'hex')
const [TRANSFER, ALLOCATE_WITH_SEED] = [2, 9]
const LAMPORTS_AT = 4
const [INITIALIZE_MINT, DEFAULT_STATE, PERMANENT_DELEGATE, METADATA_POINTER, PAUSABLE] = [20, 28, 35, 39, 44]
const FROZEN = 2

/** The size of the whole mint in bytes, for its rent. */
export function mintBytes({ name, symbol }: Pick<MintInput, 'name' | 'symbol'>): number {
  return MINT_SPACE + METADATA_FIXED_BYTES + Buffer.byteLength(name) + Buffer.byteLength(symbol) + SPARE_BYTES
}

/**
 * Creates a mint whose accounts start frozen, and the tokenAdmin's account, which needs no registration. The tokenAdmin
 * mints, freezes, pauses and, as permanent delegate, burns and moves the tokens of any holder.
 */
export function mintInstructions(input: MintInput): Instruction[] {
  const { admin, mint, name, symbol, decimals } = input
  const key = fromBase58(admin)
  const own = (...data: (number | Uint8Array)[]): Instruction => ({
    program: PROGRAMS.token2022,
    accounts: [{ address: mint, isSigner: false, isWritable: true }],
    data: Buffer.concat(data.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))),
  })
  const acting = { mint, programId: PROGRAMS.token2022, authority: admin }
  return [
    ...makeMintAccount(input),
    own(PERMANENT_DELEGATE, key),
    own(PAUSABLE, 0, key),
    own(DEFAULT_STATE, 0, FROZEN),
    own(METADATA_POINTER, 0, key, fromBase58(mint)),
    own(INITIALIZE_MINT, decimals, key, 1, key),
    {
      program: PROGRAMS.token2022,
      accounts: [
        { address: mint, isSigner: false, isWritable: true },
        { address: admin, isSigner: false, isWritable: false },
        { address: mint, isSigner: false, isWritable: false },
        { address: admin, isSigner: true, isWritable: false },
      ],
      data: Buffer.concat([METADATA_INITIALIZE, text(name), text(symbol), text('')]),
    },
    createAccount(acting, admin),
    setFrozen(acting, { owner: admin, isFrozen: false }),
  ]
}

/**
 * Creates the mint account at its seeded address, then pays its rent. The single instruction for both refuses an
 * address with lamports, and anyone may send some there.
 */
function makeMintAccount({ admin, seed, mint, lamports }: MintInput): Instruction[] {
  const base = fromBase58(admin)
  const owner = fromBase58(PROGRAMS.token2022)
  const allocation = [
    u32(ALLOCATE_WITH_SEED),
    base,
    u64(BigInt(seed.length)),
    Buffer.from(seed),
    u64(BigInt(MINT_SPACE)),
    owner,
  ]
  const made = { address: mint, isSigner: false, isWritable: true }
  const byBase = { address: admin, isSigner: true, isWritable: false }
  const payer = { address: FEE_PAYER, isSigner: true, isWritable: true }
  return [
    { program: PROGRAMS.system, accounts: [made, byBase], data: Buffer.concat(allocation) },
    { program: PROGRAMS.system, accounts: [payer, made], data: Buffer.concat([u32(TRANSFER), u64(lamports)]) },
  ]
}

/** The rent that a message pays for the mint that it creates; null if it pays none. */
export function rentPaidFor({ accountKeys, instructions }: DecodedMessage, mint: string): bigint | null {
  const paying = instructions.find(
    ({ programIndex, accounts: [, to], data }) =>
      accountKeys[programIndex] === PROGRAMS.system && accountKeys[to ?? -1] === mint && data[0] === TRANSFER,
  )
  return paying ? Buffer.from(paying.data).readBigUInt64LE(LAMPORTS_AT) : null
}

function text(value: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
