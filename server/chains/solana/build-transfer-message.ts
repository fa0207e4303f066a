import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js'
import { associatedAccount } from './associated-account'
import { PROGRAMS } from './programs'
import type { MessageTerms, SolanaTransfer } from './transfer'

/**
 * The bytes to sign for a transfer. The memo stands right before the transfer, where accounts that require one look for it; it also
 * keeps two equal transfers apart. The recipient's token account is made where it is missing.
 */
export function buildTransferMessage(transfer: SolanaTransfer, terms: MessageTerms): Uint8Array {
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: terms.computeUnits }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: terms.microLamportsPerUnit }),
    ...createInstructions(transfer),
    new TransactionInstruction({
      programId: new PublicKey(PROGRAMS.memo),
      keys: [],
      data: Buffer.from(transfer.transactionId),
    }),
    moveInstruction(transfer),
  ]
  const payerKey = new PublicKey(transfer.feePayer)
  const message = new TransactionMessage({ payerKey, recentBlockhash: terms.blockhash, instructions })
  return message.compileToLegacyMessage().serialize()
}

function createInstructions({ token, feePayer, toOwner }: SolanaTransfer): TransactionInstruction[] {
  if (!token) return []
  const keys = [
    { pubkey: new PublicKey(feePayer), isSigner: true, isWritable: true },
    { pubkey: new PublicKey(associatedAccount({ owner: toOwner, ...token })), isSigner: false, isWritable: true },
    ...[toOwner, token.mint, PROGRAMS.system, token.programId].map((address) => ({
      pubkey: new PublicKey(address),
      isSigner: false,
      isWritable: false,
    })),
  ]
  const programId = new PublicKey(PROGRAMS.associatedToken)
  return [new TransactionInstruction({ programId, keys, data: Buffer.of(CREATE_IDEMPOTENT) })]
}

function moveInstruction({ token, fromOwner, toOwner, amountUnits }: SolanaTransfer): TransactionInstruction {
  const from = new PublicKey(fromOwner)
  if (!token) {
    return SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(toOwner), lamports: amountUnits })
  }
  const data = Buffer.alloc(10)
  data.writeUInt8(TRANSFER_CHECKED)
  data.writeBigUInt64LE(amountUnits, 1)
  data.writeUInt8(token.decimals, 9)
  const writable = (owner: string) => ({
    pubkey: new PublicKey(associatedAccount({ owner, ...token })),
    isSigner: false,
    isWritable: true,
  })
  const keys = [
    writable(fromOwner),
    { pubkey: new PublicKey(token.mint), isSigner: false, isWritable: false },
    writable(toOwner),
    { pubkey: from, isSigner: true, isWritable: false },
  ]
  return new TransactionInstruction({ programId: new PublicKey(token.programId), keys, data })
}

const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12
