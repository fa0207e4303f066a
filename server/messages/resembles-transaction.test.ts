import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { type Hex, hexToBytes, serializeTransaction, toRlp } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { readMessage } from './read-message'
import { resemblesTransaction } from './resembles-transaction'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
const data = fc.uint8Array({ maxLength: 300 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })

const evm = fc
  .record({
    form: fc.constantFrom('legacy', 'eip2930', 'eip1559', 'eip7702'),
    ...{
      to: address,
      data,
      value: amount,
      gas: amount,
      nonce: fc.integer({ min: 0, max: 1e6 }),
      isSigned: fc.boolean(),
    },
  })
  .map(({ form, isSigned, ...fields }) => {
    const signature = isSigned
      ? ({ r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}`, yParity: 1, v: 28n } as const)
      : undefined
    const { to, data, value, gas, nonce } = fields
    const common = { to, data, value, gas, nonce, chainId: 1 }
    if (form === 'legacy')
      return serializeTransaction({ ...common, type: 'legacy', gasPrice: 1n }, signature && { ...signature, v: 38n })
    if (form === 'eip2930') return serializeTransaction({ ...common, type: 'eip2930', gasPrice: 1n }, signature)
    if (form === 'eip1559') return serializeTransaction({ ...common, type: 'eip1559', maxFeePerGas: 1n }, signature)
    return serializeTransaction({ ...common, type: 'eip7702', maxFeePerGas: 1n, authorizationList: [] }, signature)
  })
const authorization = fc
  .tuple(fc.integer({ min: 0, max: 1e6 }), address, fc.integer({ min: 0, max: 1e6 }))
  .map(([chainId, to, nonce]) => {
    const number = (value: number) =>
      value === 0
        ? '0x'
        : (`0x${value.toString(16).padStart(2 * Math.ceil(value.toString(16).length / 2), '0')}` as Hex)
    return `0x05${toRlp([number(chainId), to, number(nonce)]).slice(2)}` as Hex
  })

test('a transaction of any type and an authorization are told from a message', () => {
  fc.assert(
    fc.property(fc.oneof(evm, authorization), (bytes) => {
      expect(resemblesTransaction(hexToBytes(bytes))).toBe(true)
      expect(() => readMessage({ kind: 'bytes', bytes })).toThrow(
        expect.objectContaining({ reason: 'resembles_transaction' }),
      )
    }),
    propertyRuns(),
  )
})

test('so is one of Solana, as a message and with its signatures', () => {
  const payer = Keypair.generate()
  const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: PublicKey.default, lamports: 5 })
  const recentBlockhash = PublicKey.default.toBase58()
  const v0 = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash,
    instructions: [transfer],
  }).compileToV0Message()
  const legacy = new Transaction({
    feePayer: payer.publicKey,
    blockhash: recentBlockhash,
    lastValidBlockHeight: 1,
  }).add(transfer)
  for (const bytes of [v0.serialize(), new VersionedTransaction(v0).serialize(), legacy.serializeMessage()])
    expect(resemblesTransaction(bytes)).toBe(true)
})

test('typed data of EIP-712 and the other forms of EIP-191 are refused as bytes', () => {
  for (const start of ['1901', '1900', '1945'])
    expect(resemblesTransaction(Buffer.from(`${start}${'ab'.repeat(64)}`, 'hex'))).toBe(true)
})

test('32 bytes are refused as bytes and as text; a word more or less is none', () => {
  const digest = expect.objectContaining({ reason: 'raw_digest' })
  expect(() => readMessage({ kind: 'bytes', bytes: `0x${'ab'.repeat(32)}` })).toThrow(digest)
  expect(() => readMessage({ kind: 'text', text: 'x'.repeat(32) })).toThrow(digest)
  for (const size of [31, 33]) {
    expect(readMessage({ kind: 'bytes', bytes: `0x${'ab'.repeat(size)}` })).toMatchObject({ kind: 'bytes' })
    expect(readMessage({ kind: 'text', text: 'x'.repeat(size) })).toMatchObject({ kind: 'text' })
  }
})

test.each([
  'Sign in to example.com',
  `I own ${TO}`,
  'Bonjour à tous, ça va ?',
  '你好世界，签名登录',
  '\n',
  '{"a":[1,2,3]}',
])('a text people write is none: %s', (text) => {
  expect(readMessage({ kind: 'text', text })).toMatchObject({ kind: 'text' })
})
