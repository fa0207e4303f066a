import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedMessage,
} from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { anyTransfer } from './arbitrary-transfer.test-data'
import { buildTransferMessage } from './build-transfer-message'
import { SolanaFormatError } from './byte-reader'
import { type DecodedMessage, decodeMessage } from './decode-message'
import { decodeTransaction, encodeTransaction } from './decode-transaction'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes))
const instruction = fc
  .record({
    programId: key,
    keys: fc.array(fc.record({ pubkey: key, isSigner: fc.boolean(), isWritable: fc.boolean() }), { maxLength: 6 }),
    data: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  })
  .map((parts) => new TransactionInstruction(parts))

/** The message that the library decodes from the same bytes. */
function byLibrary(bytes: Uint8Array): DecodedMessage {
  const message = VersionedMessage.deserialize(bytes)
  return {
    version: message.version,
    requiredSignatures: message.header.numRequiredSignatures,
    readonlySigned: message.header.numReadonlySignedAccounts,
    readonlyUnsigned: message.header.numReadonlyUnsignedAccounts,
    accountKeys: message.staticAccountKeys.map((one) => one.toBase58()),
    blockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      programIndex: programIdIndex,
      accounts: accountKeyIndexes,
      data: Uint8Array.from(data),
    })),
    lookups: message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
      table: accountKey.toBase58(),
      writable: writableIndexes,
      readonly: readonlyIndexes,
    })),
  }
}

function plain(message: DecodedMessage): DecodedMessage {
  return {
    ...message,
    instructions: message.instructions.map((one) => ({ ...one, data: Uint8Array.from(one.data) })),
  }
}

test('reads legacy and versioned messages, with lookup tables, as the library does', () => {
  fc.assert(
    fc.property(
      key,
      fc.array(instruction, { minLength: 1, maxLength: 4 }),
      fc.array(key, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (payerKey, instructions, listed, isLegacy) => {
        const source = new TransactionMessage({
          payerKey,
          instructions,
          recentBlockhash: PublicKey.default.toBase58(),
        })
        const named = instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey))
        const state = { addresses: [...listed, ...named], authority: undefined }
        const table = new AddressLookupTableAccount({
          key: payerKey,
          state: { ...state, deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 },
        })
        const compiled = isLegacy ? source.compileToLegacyMessage() : source.compileToV0Message([table])
        const bytes = compiled.serialize()
        expect(plain(decodeMessage(bytes))).toEqual(byLibrary(bytes))
      },
    ),
    propertyRuns(25, 100),
  )
})

test('refuses a message with a byte more, less or one whose indices point nowhere', () => {
  fc.assert(
    fc.property(anyTransfer, fc.nat(), ({ transfer, terms }, at) => {
      const bytes = buildTransferMessage(transfer, terms)
      expect(() => decodeMessage(Buffer.concat([bytes, Uint8Array.of(0)]))).toThrow(SolanaFormatError)
      expect(() => decodeMessage(bytes.subarray(0, at % bytes.length))).toThrow(SolanaFormatError)
    }),
    propertyRuns(25, 100),
  )
})

test('throws nothing but a format error on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_300 }), (bytes) => {
      try {
        decodeTransaction(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(SolanaFormatError)
      }
    }),
    propertyRuns(200, 10_000),
  )
})

test('writes a transaction back byte for byte', () => {
  fc.assert(
    fc.property(anyTransfer, fc.uint8Array({ minLength: 64, maxLength: 64 }), ({ transfer, terms }, signature) => {
      const bytes = encodeTransaction([signature, new Uint8Array(64)], buildTransferMessage(transfer, terms))
      const { signatures, messageBytes } = decodeTransaction(bytes)
      expect(Buffer.compare(encodeTransaction(signatures, messageBytes), bytes)).toBe(0)
    }),
    propertyRuns(20, 100),
  )
})

test.each([
  ['another number of signatures', (bytes: Buffer) => Buffer.concat([Uint8Array.of(1), bytes.subarray(65)])],
  ['a length in a longer form', (bytes: Buffer) => Buffer.concat([Uint8Array.of(0x82, 0), bytes.subarray(1)])],
  [
    'an unknown version',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 129), Uint8Array.of(0x81), bytes.subarray(129)]),
  ],
  ['more than a packet holds', (bytes: Buffer) => Buffer.concat([bytes, new Uint8Array(1_232)])],
])('refuses a transaction with %s', (_, change) => {
  const [{ transfer, terms }] = fc.sample(anyTransfer, { numRuns: 1, seed: 7 }) as [
    { transfer: Parameters<typeof buildTransferMessage>[0]; terms: Parameters<typeof buildTransferMessage>[1] },
  ]
  const empty = new Uint8Array(64)
  const bytes = Buffer.from(encodeTransaction([empty, empty], buildTransferMessage(transfer, terms)))
  expect(() => decodeTransaction(bytes)).not.toThrow()
  expect(() => decodeTransaction(change(bytes))).toThrow(SolanaFormatError)
})
