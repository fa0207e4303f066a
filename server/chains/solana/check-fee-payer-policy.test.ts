import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { anyTransfer } from './arbitrary-transfer.test-data'
import { buildTransferMessage } from './build-transfer-message'
import { checkFeePayerPolicy, type FeePayerLimits } from './check-fee-payer-policy'
import { decodeMessage } from './decode-message'
import { findTransferDifference } from './find-transfer-difference'
import { PROGRAMS } from './programs'

const RENT = 2_039_280n
const [payer, sender, other, mint] = Array.from(
  { length: 4 },
  (_, index) => Keypair.fromSeed(new Uint8Array(32).fill(index + 1)).publicKey,
) as [PublicKey, PublicKey, PublicKey, PublicKey]

const limits: FeePayerLimits = {
  feePayer: payer.toBase58(),
  sender: sender.toBase58(),
  maxFeeLamports: 260_000n,
  rentBudgetLamports: RENT,
  rentPerAccountLamports: RENT,
}

const meta = (pubkey: PublicKey, isSigner = false, isWritable = true) => ({ pubkey, isSigner, isWritable })
const program = (name: keyof typeof PROGRAMS) => new PublicKey(PROGRAMS[name])
const calls = (name: keyof typeof PROGRAMS, data: number[], keys: ReturnType<typeof meta>[]) =>
  new TransactionInstruction({ programId: program(name), keys, data: Buffer.from(data) })

const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 })
const move = SystemProgram.transfer({ fromPubkey: sender, toPubkey: other, lamports: 5 })
const amount = [5, 0, 0, 0, 0, 0, 0, 0]
const create = calls(
  'associatedToken',
  [1],
  [
    meta(payer, true),
    meta(other),
    meta(other, false, false),
    meta(mint, false, false),
    meta(program('system'), false, false),
    meta(program('token'), false, false),
  ],
)

/** The verdict of the policy on a message of these instructions; the fee payer and the sender sign. */
function verdict(instructions: TransactionInstruction[], payerKey = payer): string | null {
  const signs = new TransactionInstruction({ programId: program('memo'), keys: [meta(sender, true)] })
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: instructions.some(({ keys }) =>
      keys.some(({ pubkey, isSigner }) => isSigner && pubkey.equals(sender)),
    )
      ? instructions
      : [...instructions, signs],
  }).compileToLegacyMessage()
  return checkFeePayerPolicy(decodeMessage(message.serialize()), limits)
}

describe('checkFeePayerPolicy', () => {
  it('lets every transfer pass that is built here, and finds it to be that transfer', () => {
    fc.assert(
      fc.property(anyTransfer, ({ transfer, terms }) => {
        const message = decodeMessage(buildTransferMessage(transfer, terms))
        const own = { ...limits, feePayer: transfer.feePayer, sender: transfer.fromOwner }
        expect(checkFeePayerPolicy(message, own)).toBeNull()
        expect(findTransferDifference(message, { transfer, terms })).toBeNull()
      }),
      propertyRuns(25, 100),
    )
  })

  it('refuses any transfer into which the fee payer was slipped as anything but the payer', () => {
    fc.assert(
      fc.property(anyTransfer, fc.nat(), fc.nat(), ({ transfer, terms }, which, where) => {
        const message = decodeMessage(buildTransferMessage(transfer, terms))
        const changeable = message.instructions.filter(({ accounts }) => accounts.length > 0)
        const target = changeable[which % changeable.length]
        if (!target) throw new Error('a transfer has instructions with accounts')
        const isCreate = message.accountKeys[target.programIndex] === PROGRAMS.associatedToken
        const index = isCreate ? 1 + (where % (target.accounts.length - 1)) : where % target.accounts.length
        target.accounts[index] = 0
        const own = { ...limits, feePayer: transfer.feePayer, sender: transfer.fromOwner }
        expect(checkFeePayerPolicy(message, own)).not.toBeNull()
        expect(findTransferDifference(message, { transfer, terms })).not.toBeNull()
      }),
      propertyRuns(),
    )
  })

  it('refuses any other program, and any other instruction of an allowed one, whatever its data', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('system', 'token', 'token2022', 'associatedToken', 'computeBudget', 'incinerator'),
        fc.uint8Array({ maxLength: 40 }),
        fc.subarray([sender, other, mint]),
        (name, bytes, keys) => {
          const data = [...bytes]
          const isTransfer = name === 'system' && data.length === 12 && data.slice(0, 4).join() === '2,0,0,0'
          const isChecked = name.startsWith('token') && data.length === 10 && data[0] === 12
          const isBudget = name === 'computeBudget' && (data[0] === 2 || data[0] === 3)
          fc.pre(!isTransfer && !isChecked && !isBudget)
          const odd = calls(
            name,
            data,
            keys.map((one) => meta(one, one === sender)),
          )
          expect(verdict([limit, move, odd])).not.toBeNull()
        },
      ),
      propertyRuns(),
    )
  })

  it.each([
    [
      'a transfer of the fee payer’s lamports',
      [SystemProgram.transfer({ fromPubkey: payer, toPubkey: other, lamports: 1 })],
    ],
    ['a transfer to the fee payer', [SystemProgram.transfer({ fromPubkey: sender, toPubkey: payer, lamports: 1 })]],
    ['assigning the fee payer', [SystemProgram.assign({ accountPubkey: payer, programId: other })]],
    ['assigning the sender', [SystemProgram.assign({ accountPubkey: sender, programId: other })]],
    [
      'making an account of its money',
      [
        SystemProgram.createAccount({
          fromPubkey: payer,
          newAccountPubkey: sender,
          lamports: 1,
          space: 0,
          programId: other,
        }),
      ],
    ],
    [
      'tokens moved under the fee payer',
      [calls('token', [12, ...amount, 6], [meta(other), meta(mint), meta(other), meta(payer, true)])],
    ],
    ['an account closed to the fee payer', [calls('token', [9], [meta(other), meta(payer), meta(sender, true)])]],
    ['an account closed', [calls('token', [9], [meta(other), meta(sender), meta(sender, true)])]],
    ['an approval', [calls('token', [4, ...amount], [meta(other), meta(other), meta(sender, true)])]],
    ['a new authority', [calls('token', [6, 2, 0], [meta(other), meta(sender, true)])]],
    ['an unchecked transfer', [calls('token', [3, ...amount], [meta(other), meta(other), meta(sender, true)])]],
    [
      'tokens moved under a multisig',
      [calls('token', [12, ...amount, 6], [meta(other), meta(mint), meta(other), meta(other), meta(sender, true)])],
    ],
    ['two new accounts on a budget for one', [create, create]],
    [
      'an account made the way that fails where it exists',
      [new TransactionInstruction({ programId: create.programId, keys: create.keys, data: Buffer.of(0) })],
    ],
    ['a memo signed by the fee payer', [calls('memo', [1], [meta(payer, true)])]],
    ['a price beyond the fee limit', [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_300_000 })]],
    ['a second limit', [ComputeBudgetProgram.setComputeUnitLimit({ units: 1 })]],
    ['a heap of another size', [ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 })]],
  ])('refuses %s', (_, extra) => {
    expect(verdict([limit, move])).toBeNull()
    expect(verdict([limit, move, ...extra])).not.toBeNull()
  })

  it('refuses a message without a limit, with another payer, with a third signer, or with lookup tables', () => {
    expect(verdict([move])).toBe('sets no compute limit')
    expect(verdict([limit, move], other)).toBe('is paid by another account')
    const third = calls('memo', [1], [meta(other, true)])
    expect(verdict([limit, move, third])).toBe('asks for other signatures')
    const table = new AddressLookupTableAccount({
      key: mint,
      state: {
        addresses: [other],
        deactivationSlot: 0n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
      },
    })
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: PublicKey.default.toBase58(),
      instructions: [limit, move],
    }).compileToV0Message([table])
    expect(checkFeePayerPolicy(decodeMessage(message.serialize()), limits)).toBe('uses lookup tables')
  })
})

describe('differsFromTransfer', () => {
  it('sees a change of any single byte of the message', () => {
    fc.assert(
      fc.property(anyTransfer, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ transfer, terms }, at, change) => {
        const bytes = Buffer.from(buildTransferMessage(transfer, terms))
        const index = at % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ change
        const own = { ...limits, feePayer: transfer.feePayer, sender: transfer.fromOwner }
        let objection: string | null
        try {
          const message = decodeMessage(bytes)
          objection = checkFeePayerPolicy(message, own) ?? findTransferDifference(message, { transfer, terms })
        } catch {
          objection = 'no message'
        }
        expect(objection).not.toBeNull()
      }),
      propertyRuns(),
    )
  })
})
