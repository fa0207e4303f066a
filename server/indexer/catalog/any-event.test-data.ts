import fc from 'fast-check'
import {
  type AbiEvent,
  type AbiParameter,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  toEventSelector,
  toHex,
} from 'viem'

/** A type with a value, as the encoder takes it and as we publish it. */
type Sample = { input: AbiParameter; value: unknown; json: unknown; isFixed: boolean }

const hexOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => toHex(bytes))
const unsigned = fc
  .constantFrom(8, 32, 48, 56, 128, 160, 256)
  .chain((bits) =>
    fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }).map((value) => number(`uint${bits}`, bits, value)),
  )
const signed = fc.constantFrom(8, 24, 48, 128, 256).chain((bits) => {
  const half = 2n ** BigInt(bits - 1)
  return fc.bigInt({ min: -half, max: half - 1n }).map((value) => number(`int${bits}`, bits, value))
})
/** The encoder takes small integers as numbers. */
function number(type: string, bits: number, value: bigint): Sample {
  return { input: { type }, value: bits <= 48 ? Number(value) : value, json: value.toString(), isFixed: true }
}
const address = hexOf(20).map((hex): Sample => {
  return { input: { type: 'address' }, value: hex, json: getAddress(hex), isFixed: true }
})
const bool = fc.boolean().map((value): Sample => ({ input: { type: 'bool' }, value, json: value, isFixed: true }))
const fixedBytes = fc
  .integer({ min: 1, max: 32 })
  .chain((size) =>
    hexOf(size).map((hex): Sample => ({ input: { type: `bytes${size}` }, value: hex, json: hex, isFixed: true })),
  )
const bytes = fc
  .uint8Array({ maxLength: 70 })
  .map((array): Sample => ({ input: { type: 'bytes' }, value: toHex(array), json: toHex(array), isFixed: false }))
const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((value): Sample => ({ input: { type: 'string' }, value, json: value, isFixed: false }))
const single = fc.oneof(unsigned, signed, address, bool, fixedBytes, bytes, text)

const list = single.chain((sample) =>
  fc.record({ length: fc.integer({ min: 1, max: 4 }), isFixed: fc.boolean() }).map(
    ({ length, isFixed }): Sample => ({
      input: { type: `${sample.input.type}[${isFixed ? length : ''}]` },
      value: Array.from({ length }, () => sample.value),
      json: Array.from({ length }, () => sample.json),
      isFixed: false,
    }),
  ),
)
const tuple = fc.array(fc.oneof(single, list), { minLength: 1, maxLength: 3 }).map((parts): Sample => {
  const components = parts.map(({ input }, n) => ({ ...input, name: `part${n}` }))
  return {
    input: { type: 'tuple', components } as AbiParameter,
    value: Object.fromEntries(parts.map(({ value }, n) => [`part${n}`, value])),
    json: Object.fromEntries(parts.map(({ json }, n) => [`part${n}`, json])),
    isFixed: false,
  }
})

/**
 * Any event with its log and content. An indexed value without a fixed size is stored as a hash, which is random here.
 */
export const anyEvent = fc
  .array(fc.record({ sample: fc.oneof(single, list, tuple), indexed: fc.boolean(), hash: hexOf(32) }), { maxLength: 6 })
  .map((drawn) => {
    let indexes = 0
    const inputs = drawn.map(({ sample, indexed, hash }, n) => {
      const isIndexed = indexed && ++indexes <= 3
      return { sample, hash, isIndexed, name: n % 3 === 2 ? '' : `input${n}` }
    })
    const event: AbiEvent = {
      type: 'event',
      name: 'Anything',
      inputs: inputs.map(({ sample, name, isIndexed }) => ({ ...sample.input, name, indexed: isIndexed })),
    }
    const plain = inputs.filter(({ isIndexed }) => !isIndexed)
    const topics: Hex[] = [
      toEventSelector(event),
      ...inputs
        .filter(({ isIndexed }) => isIndexed)
        .map(({ sample, hash }) =>
          sample.isFixed ? encodeAbiParameters([sample.input], [sample.value]) : keccak256(hash),
        ),
    ]
    const data = encodeAbiParameters(
      plain.map(({ sample }) => sample.input),
      plain.map(({ sample }) => sample.value),
    )
    const said = inputs.map(({ sample, hash, isIndexed, name }, n) => {
      const isHash = isIndexed && !sample.isFixed
      return [name || String(n), isHash ? keccak256(hash) : sample.json] as const
    })
    return { event, log: { topics, data }, said: Object.fromEntries(said) }
  })
