import { associatedAccount } from './associated-account'
import { computeBudget } from './compute-budget'
import { type AccountUse, encodeMessage, type Instruction } from './encode-message'
import { PROGRAMS } from './programs'
import type { MessageTerms, SolanaTransfer } from './transfer'

/**
 * The bytes to sign for a transfer. The memo is directly before the transfer, as accounts that require one expect; it
 * also makes two equal transfers differ. Creates the recipient's token account if it is missing.
 */
export function buildTransferMessage(transfer: SolanaTransfer, terms: MessageTerms): Uint8Array {
  const instructions = [
    ...computeBudget(terms),
    ...createInstructions(transfer),
    { program: PROGRAMS.memo, accounts: [], data: Buffer.from(transfer.intentId) },
    moveInstruction(transfer),
  ]
  return encodeMessage({ payer: transfer.feePayer, blockhash: terms.blockhash, instructions })
}

const writable = (address: string): AccountUse => ({ address, isSigner: false, isWritable: true })
const readable = (address: string): AccountUse => ({ address, isSigner: false, isWritable: false })

function createInstructions({ token, feePayer, toOwner }: SolanaTransfer): Instruction[] {
  if (!token) return []
  const accounts = [
    { address: feePayer, isSigner: true, isWritable: true },
    writable(associatedAccount({ owner: toOwner, ...token })),
    ...[toOwner, token.mint, PROGRAMS.system, token.programId].map(readable),
  ]
  return [{ program: PROGRAMS.associatedToken, accounts, data: Buffer.of(CREATE_IDEMPOTENT) }]
}

function moveInstruction({ token, fromOwner, toOwner, amountUnits }: SolanaTransfer): Instruction {
  if (!token) {
    const data = Buffer.alloc(12)
    data.writeUInt32LE(TRANSFER)
    data.writeBigUInt64LE(amountUnits, 4)
    const accounts = [{ address: fromOwner, isSigner: true, isWritable: true }, writable(toOwner)]
    return { program: PROGRAMS.system, accounts, data }
  }
  const data = Buffer.alloc(10)
  data.writeUInt8(TRANSFER_CHECKED)
  data.writeBigUInt64LE(amountUnits, 1)
  data.writeUInt8(token.decimals, 9)
  const accounts = [
    writable(associatedAccount({ owner: fromOwner, ...token })),
    readable(token.mint),
    writable(associatedAccount({ owner: toOwner, ...token })),
    { address: fromOwner, isSigner: true, isWritable: false },
  ]
  return { program: token.programId, accounts, data }
}

const TRANSFER = 2
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12
