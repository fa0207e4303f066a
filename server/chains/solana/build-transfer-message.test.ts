import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { anyTransfer } from './arbitrary-transfer.test-data'
import { buildTransferMessage } from './build-transfer-message'
import { PROGRAMS } from './programs'
import type { MessageTerms, SolanaTransfer } from './transfer'

const ATA = new PublicKey(PROGRAMS.associatedToken)
const use = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => ({ pubkey, isSigner, isWritable })

/** The transfer as the common library builds it. */
function byLibrary(transfer: SolanaTransfer, terms: MessageTerms): Uint8Array {
  const [payer, from, to] = [transfer.feePayer, transfer.fromOwner, transfer.toOwner].map(
    (one) => new PublicKey(one),
  ) as [PublicKey, PublicKey, PublicKey]
  const instructions = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: terms.computeUnits }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: terms.microLamportsPerUnit }),
  ]
  const memo = new TransactionInstruction({
    programId: new PublicKey(PROGRAMS.memo),
    keys: [],
    data: Buffer.from(transfer.intentId),
  })
  if (transfer.token) {
    const [mint, programId] = [new PublicKey(transfer.token.mint), new PublicKey(transfer.token.programId)]
    const tokenAccountOf = (owner: PublicKey) =>
      PublicKey.findProgramAddressSync([owner.toBytes(), programId.toBytes(), mint.toBytes()], ATA)[0]
    const data = Buffer.alloc(10, 12)
    data.writeBigUInt64LE(transfer.amountUnits, 1)
    data.writeUInt8(transfer.token.decimals, 9)
    instructions.push(
      new TransactionInstruction({
        programId: ATA,
        keys: [
          use(payer, true, true),
          use(tokenAccountOf(to), false, true),
          ...[to, mint, SystemProgram.programId, programId].map((one) => use(one, false, false)),
        ],
        data: Buffer.of(1),
      }),
      memo,
      new TransactionInstruction({
        programId,
        keys: [
          use(tokenAccountOf(from), false, true),
          use(mint, false, false),
          use(tokenAccountOf(to), false, true),
          use(from, true, false),
        ],
        data,
      }),
    )
  } else {
    instructions.push(memo, SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: transfer.amountUnits }))
  }
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: terms.blockhash, instructions })
  return message.compileToLegacyMessage().serialize()
}

test('writes any transfer byte for byte as the common library does, to oneself too', () => {
  fc.assert(
    fc.property(anyTransfer, fc.boolean(), ({ transfer: drawn, terms }, toOneself) => {
      const transfer = toOneself ? { ...drawn, toOwner: drawn.fromOwner } : drawn
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
      expect(hex(buildTransferMessage(transfer, terms))).toBe(hex(byLibrary(transfer, terms)))
    }),
    propertyRuns(25, 100),
  )
})
