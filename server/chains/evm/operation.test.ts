import fc from 'fast-check'
import {
  bytesToHex,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  hexToBytes,
  toHex,
  toRlp,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { slipwayDelegateAbi } from '@/contracts/generated/slipway-delegate'
import { propertyRuns } from '@/server/testing/proof'
import { authorizationDigest, isDelegatedTo } from './delegate'
import { encodeExecute } from './encode-execute'
import { findOperationOutcome } from './find-operation-outcome'
import { type Operation, toOperationId, toOperationNonce } from './operation'
import { operationDigest } from './operation-digest'
import { callGasOf, relayGasOf } from './operation-gas'
import { encodeRlp, rlpNumber } from './rlp'

const abi = slipwayDelegateAbi
const types = {
  Operation: [
    { name: 'id', type: 'bytes32' },
    { name: 'relayer', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'callGas', type: 'uint256' },
    { name: 'calls', type: 'Call[]' },
  ],
  Call: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
}

const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((b) => bytesToHex(b))
const address = bytes(20).map((text) => getAddress(text))
const data = fc.uint8Array({ maxLength: 100 }).map((b) => bytesToHex(b))
const operation: fc.Arbitrary<Operation> = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  wallet: address,
  id: bytes(32),
  relayer: address,
  nonce: word,
  deadline: word,
  callGas: word,
  calls: fc.array(fc.record({ to: address, value: word, data }), { maxLength: 4 }),
})
const SAMPLE: Operation = {
  chainId: 8453,
  wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  id: toOperationId('0193b000-0000-7000-8000-000000000001'),
  relayer: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  nonce: 1n,
  deadline: 2n,
  callGas: 3n,
  calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n, data: '0x01' }],
}

describe('operations of delegated wallets', () => {
  it('have the digest that general EIP-712 hashing gives', () => {
    fc.assert(
      fc.property(operation, ({ chainId, wallet, ...message }) => {
        const domain = { name: 'SlipwayDelegate', version: '1', chainId, verifyingContract: wallet }
        const expected = hashTypedData({ domain, types, primaryType: 'Operation', message })
        expect(bytesToHex(operationDigest({ chainId, wallet, ...message }))).toBe(expected)
      }),
      propertyRuns(),
    )
  })

  it('are encoded as the contract’s ABI says', () => {
    fc.assert(
      fc.property(operation, fc.uint8Array({ minLength: 65, maxLength: 65 }), (wanted, signature) => {
        const fields = { ...wanted, calls: [...wanted.calls] }
        const expected = encodeFunctionData({ abi, functionName: 'execute', args: [fields, bytesToHex(signature)] })
        expect(encodeExecute(wanted, signature)).toBe(expected)
      }),
      propertyRuns(),
    )
  })

  it.each<[string, Partial<Operation>]>([
    ['a number beyond a word', { nonce: 2n ** 256n }],
    ['a negative number', { deadline: -1n }],
    ['a short address', { relayer: '0x12' }],
    ['a wallet that is none', { wallet: '0xzz' as Hex }],
    ['a short id', { id: '0x01' }],
    ['data of half a byte', { calls: [{ to: SAMPLE.wallet, value: 0n, data: '0x123' }] }],
  ])('are refused with %s', (_, fields) => {
    expect(() => operationDigest({ ...SAMPLE, ...fields })).toThrow()
  })

  it('have a name and a nonce of their own per transaction', () => {
    expect(SAMPLE.id).toBe('0x000000000000000000000000000000000193b000000070008000000000000001')
    expect(toOperationNonce('0193b000-0000-7000-8000-000000000001')).toBe(
      0x0193b000000070008000000000000001n * 2n ** 64n,
    )
    expect(() => toOperationNonce('0193b000')).toThrow('uuid')
  })

  it('are found again in the logs of their wallet, with what the calls answered', () => {
    fc.assert(
      fc.property(fc.boolean(), data, (success, result) => {
        const id = BigInt(SAMPLE.id)
        const [executed] = encodeEventTopics({ abi, eventName: 'OperationExecuted' })
        const padded = result.slice(2).padEnd(Math.ceil((result.length - 2) / 64) * 64, '0')
        const words = [success ? 1n : 0n, 64n, BigInt((result.length - 2) / 2)].map((n) =>
          toHex(n, { size: 32 }).slice(2),
        )
        const log = {
          address: SAMPLE.wallet.toLowerCase(),
          topics: [String(executed), toHex(id, { size: 32 })],
          data: `0x${words.join('')}${padded}`,
        }
        expect(findOperationOutcome([{ ...log, topics: [] }, log], SAMPLE)).toEqual({ success, result })
        expect(findOperationOutcome([{ ...log, address: SAMPLE.relayer }], SAMPLE)).toBeNull()
      }),
      propertyRuns(),
    )
  })

  it('leave their calls as much gas as the wallet would have given, whatever their size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 21_000n, max: 30_000_000n }), fc.nat({ max: 24_000 }), (own, dataBytes) => {
        const callGas = callGasOf(own)
        expect(callGas - callGas / 64n).toBeGreaterThan(own)
        expect(relayGasOf(callGas, dataBytes)).toBeGreaterThan(callGas + callGas / 63n + 90_000n)
      }),
      propertyRuns(),
    )
  })
})

describe('authorizationDigest', () => {
  it('is the one of EIP-7702', () => {
    fc.assert(
      fc.property(fc.nat(), address, fc.nat(), (chainId, delegate, nonce) => {
        const expected = hashAuthorization({ chainId, address: delegate, nonce })
        expect(bytesToHex(authorizationDigest({ chainId, delegate, nonce }))).toBe(expected)
      }),
      propertyRuns(),
    )
  })
})

describe('isDelegatedTo', () => {
  it('knows the designation of that contract from any other code', () => {
    const code = `0xEF0100${SAMPLE.wallet.slice(2)}`
    expect(isDelegatedTo(code, SAMPLE.wallet)).toBe(true)
    expect(isDelegatedTo(code, SAMPLE.relayer)).toBe(false)
    expect(isDelegatedTo(`${code}00`, SAMPLE.wallet)).toBe(false)
    expect(isDelegatedTo('0x', SAMPLE.wallet)).toBe(false)
  })
})

describe('encodeRlp', () => {
  it('writes nested lists and numbers as the standard does', () => {
    const nested = fc.letrec<{ item: Hex | Hex[] }>((tie) => ({
      item: fc.oneof(
        { maxDepth: 3 },
        fc.uint8Array({ maxLength: 80 }).map((b) => bytesToHex(b)),
        fc.array(tie('item') as fc.Arbitrary<Hex>),
      ),
    }))
    type Nested = Hex | Nested[]
    const toBytes = (item: Nested): Uint8Array | Uint8Array[] =>
      typeof item === 'string' ? hexToBytes(item) : (item.map(toBytes) as Uint8Array[]) // nested as deep as `item`
    fc.assert(
      fc.property(nested.item, (item) => {
        expect(bytesToHex(encodeRlp(toBytes(item)))).toBe(toRlp(item))
      }),
      propertyRuns(),
    )
    expect([0, 1, 127, 128, 255, 256, 2n ** 64n].map((n) => bytesToHex(encodeRlp(rlpNumber(n))))).toEqual([
      '0x80',
      '0x01',
      '0x7f',
      '0x8180',
      '0x81ff',
      '0x820100',
      '0x89010000000000000000',
    ])
  })
})
