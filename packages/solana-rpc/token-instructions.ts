import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-accounts'

export const TOKEN_PROGRAM_ID = new PublicKey(TOKEN_PROGRAM)
export const TOKEN_2022_PROGRAM_ID = new PublicKey(TOKEN_2022_PROGRAM)
export const ASSOCIATED_PROGRAM_ID = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
export const MINT_BYTES = 82

type Token = { mint: PublicKey; programId: PublicKey }

/** The account with an owner's units of a token. */
export function associatedAddress(owner: PublicKey, { mint, programId }: Token): PublicKey {
  const seeds = [owner.toBytes(), programId.toBytes(), mint.toBytes()]
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_PROGRAM_ID)[0]
}

/** A mint without a freeze authority. */
export function initializeMint({ mint, programId }: Token, terms: { decimals: number; authority: PublicKey }) {
  const data = Buffer.concat([Buffer.from([20, terms.decimals]), terms.authority.toBytes(), Buffer.from([0])])
  return new TransactionInstruction({ programId, keys: [writable(mint)], data })
}

/** Creates the associated account if it is missing. */
export function createAssociated(token: Token, { payer, owner }: { payer: PublicKey; owner: PublicKey }) {
  return new TransactionInstruction({
    programId: ASSOCIATED_PROGRAM_ID,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(associatedAddress(owner, token)),
      readable(owner),
      readable(token.mint),
      readable(SystemProgram.programId),
      readable(token.programId),
    ],
    data: Buffer.from([1]),
  })
}

/** Mints to the associated account of `owner`. */
export function mintTo(
  token: Token,
  { authority, owner, units }: { authority: PublicKey; owner: PublicKey; units: bigint },
) {
  return new TransactionInstruction({
    programId: token.programId,
    keys: [writable(token.mint), writable(associatedAddress(owner, token)), signer(authority)],
    data: Buffer.concat([Buffer.from([7]), u64(units)]),
  })
}

/** Between associated accounts; the program checks mint and decimals. */
export function transferChecked(
  token: Token & { decimals: number },
  { from, to, units }: { from: PublicKey; to: PublicKey; units: bigint },
) {
  const accounts = [
    writable(associatedAddress(from, token)),
    readable(token.mint),
    writable(associatedAddress(to, token)),
  ]
  return new TransactionInstruction({
    programId: token.programId,
    keys: [...accounts, signer(from)],
    data: Buffer.concat([Buffer.from([12]), u64(units), Buffer.from([token.decimals])]),
  })
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

function writable(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: true }
}

function readable(pubkey: PublicKey) {
  return { pubkey, isSigner: false, isWritable: false }
}

function signer(pubkey: PublicKey) {
  return { pubkey, isSigner: true, isWritable: false }
}
