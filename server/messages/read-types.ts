import { keccak_256 } from '@noble/hashes/sha3.js'
import type { TypedDataInput } from '@/schemas/messages/contract'
import { invalid, leafTypeOf } from '@/server/abi/read-leaf'
import { MAX_DEPTH } from './limits'

type Field = { name: string; type: string }

/** The structs of typed data, each with the hash of its declaration. */
export type StructTypes = {
  fieldsOf: (name: string) => readonly Field[] | undefined
  typeHash: (name: string) => Uint8Array
}

const MAX_TYPE_TEXT = 16_384
const FIELDS = 'typedData.types'

/**
 * Reads the declared structs: every type that the primary one reaches is declared, none contains itself, and none hides
 * an elementary type under its name. Throws invalid.
 */
export function readTypes({ types, primaryType }: Pick<TypedDataInput, 'types' | 'primaryType'>): StructTypes {
  const declared = new Map(Object.entries(types).filter(([name]) => name !== 'EIP712Domain'))
  let size = 0
  for (const [name, fields] of declared) {
    if (!/^[A-Za-z_$][\w$]*$/.test(name) || leafTypeOf(name) !== null || /^(u?int|fixed|ufixed)$/.test(name))
      throw invalid(FIELDS, `${name.slice(0, 64)} is not the name of a struct`)
    if (fields.length === 0) throw invalid(`${FIELDS}.${name}`, 'has no field')
    if (new Set(fields.map((field) => field.name)).size < fields.length)
      throw invalid(`${FIELDS}.${name}`, 'has two fields of one name')
    for (const field of fields) size += field.name.length + field.type.length + 2
    size += name.length
  }
  if (size > MAX_TYPE_TEXT) throw invalid(FIELDS, 'is too large')
  if (!declared.has(primaryType)) throw invalid('typedData.primaryType', 'is not among the types')
  const reached = reach(declared, primaryType)
  const hashes = new Map<string, Uint8Array>()
  return {
    fieldsOf: (name) => declared.get(name),
    typeHash(name) {
      const cached = hashes.get(name)
      if (cached) return cached
      const hash = keccak_256(Buffer.from(encodeType(declared, reached.get(name) ?? new Set(), name)))
      hashes.set(name, hash)
      return hash
    },
  }
}

/** `Order(address maker)Item(…)`: the struct, then all that it reaches in the order of their names. */
function encodeType(
  declared: ReadonlyMap<string, readonly Field[]>,
  reached: ReadonlySet<string>,
  name: string,
): string {
  const others = [...reached].filter((other) => other !== name).sort()
  return [name, ...others]
    .map((one) => `${one}(${(declared.get(one) ?? []).map(({ name, type }) => `${type} ${name}`).join(',')})`)
    .join('')
}

/** The name of a field's type without its lists. */
function baseOf(type: string): string {
  return type.replace(/\[.*$/, '')
}

/** For each struct that is reachable from the first one: the structs that are reachable from it, including itself. */
function reach(declared: ReadonlyMap<string, readonly Field[]>, first: string): Map<string, Set<string>> {
  const done = new Map<string, Set<string>>()
  const open: string[] = []
  const visit = (name: string): Set<string> => {
    const visited = done.get(name)
    if (visited) return visited
    if (open.includes(name)) throw invalid(FIELDS, `${name} contains itself`)
    if (open.length === MAX_DEPTH) throw invalid(FIELDS, `is nested deeper than ${MAX_DEPTH} levels`)
    open.push(name)
    const reached = new Set([name])
    for (const { name: fieldName, type } of declared.get(name) ?? []) {
      const base = baseOf(type)
      if (leafTypeOf(base) !== null) continue
      if (!declared.has(base)) throw invalid(`${FIELDS}.${name}.${fieldName}`, `${base} is not a known type`)
      for (const other of visit(base)) reached.add(other)
    }
    open.pop()
    done.set(name, reached)
    return reached
  }
  visit(first)
  return done
}
