import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressWord, bytes32Word, uintWord } from '@/schemas/chains/evm/words'
import { invalid, type Leaf, type LeafType, leafTypeOf, readLeaf } from '@/server/abi/read-leaf'
import { MAX_DEPTH, MAX_VALUES } from './limits'
import type { StructTypes } from './read-types'

/** A value of typed data after parsing: both its hash and its display are made from it. */
type ReadValue = Leaf | ReadValue[] | { [name: string]: ReadValue }

export type ReadStruct = { hash: Uint8Array; value: { [name: string]: ReadValue } }

/**
 * Reads a message by the types it declares and hashes it as EIP-712 does. It has all fields of its struct and no
 * others. The work is bounded by the number of its values. Throws invalid, naming the field.
 */
export function hashStruct(types: StructTypes, name: string, message: unknown): ReadStruct {
  const reader = new Reader(types)
  return reader.struct(name, message, 'typedData.message', 0)
}

type Word = { word: Buffer; value: ReadValue }

class Reader {
  #values = 0
  readonly #types: StructTypes

  constructor(types: StructTypes) {
    this.#types = types
  }

  struct(name: string, value: unknown, path: string, depth: number): ReadStruct {
    this.#count(path, depth)
    const fields = this.#types.fieldsOf(name) ?? []
    if (!isRecord(value)) throw invalid(path, `must be an object with the fields of ${name}`)
    const [extra] = Object.keys(value).filter((key) => !fields.some((field) => field.name === key))
    if (extra !== undefined) throw invalid(`${path}.${extra.slice(0, 64)}`, 'unknown field')
    const read: { [name: string]: ReadValue } = {}
    const words: Uint8Array[] = [this.#types.typeHash(name)]
    for (const field of fields) {
      const at = `${path}.${field.name}`
      if (!Object.hasOwn(value, field.name)) throw invalid(at, 'is missing')
      const one = this.#member(field.type, value[field.name], at, depth + 1)
      words.push(one.word)
      read[field.name] = one.value
    }
    return { hash: keccak_256(Buffer.concat(words)), value: read }
  }

  #member(type: string, value: unknown, path: string, depth: number): Word {
    const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
    if (inner !== undefined) return this.#list(inner, length ?? '', value, path, depth)
    const leaf = leafTypeOf(type)
    if (leaf === null) {
      const { hash, value: read } = this.struct(type, value, path, depth)
      return { word: Buffer.from(hash), value: read }
    }
    this.#count(path, depth)
    const read = readLeaf(leaf, value, { path, hexIntegers: true })
    return { word: wordOf(leaf, read), value: read }
  }

  #list(inner: string, length: string, value: unknown, path: string, depth: number): Word {
    this.#count(path, depth)
    if (!Array.isArray(value)) throw invalid(path, 'must be a list')
    if (length !== '' && value.length !== Number(length)) throw invalid(path, `must have ${Number(length)} items`)
    const items = value.map((item, n) => this.#member(inner, item, `${path}[${n}]`, depth + 1))
    const word = Buffer.from(keccak_256(Buffer.concat(items.map((item) => item.word))))
    return { word, value: items.map((item) => item.value) }
  }

  #count(path: string, depth: number): void {
    this.#values += 1
    if (this.#values > MAX_VALUES) throw invalid('typedData.message', `has more than ${MAX_VALUES} values`)
    if (depth > MAX_DEPTH) throw invalid(path, `is nested deeper than ${MAX_DEPTH} levels`)
  }
}

function wordOf({ kind, ...type }: LeafType, value: Leaf): Buffer {
  if (typeof value === 'boolean') return hex(uintWord(value ? 1n : 0n))
  if (typeof value === 'bigint') return hex(uintWord(BigInt.asUintN(256, value)))
  if (kind === 'address') return hex(addressWord(value))
  if (kind === 'string') return Buffer.from(keccak_256(Buffer.from(value, 'utf8')))
  const isFixed = 'size' in type && type.size !== null
  return isFixed ? hex(bytes32Word(value.padEnd(66, '0'))) : Buffer.from(keccak_256(hex(value.slice(2))))
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
