import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressWord, bytes32Word, uintWord } from '@/schemas/chains/evm/words'
import type { TypedDataInput } from '@/schemas/messages/contract'
import { MAX_TYPED_DATA_BYTES } from '@/schemas/messages/words'
import { invalid, leafTypeOf, readLeaf, toBigint } from '@/server/abi/read-leaf'
import { hashStruct, type ReadStruct } from './hash-struct'
import { readTypes } from './read-types'

/** Fully parsed typed data: the purpose of its signature, and the two hashes that EIP-712 signs. */
export type TypedData = {
  domainName: string | null
  chainId: number
  /** Checksummed. */
  verifyingContract: string
  primaryType: string
  /** The fields of the primary type with their elementary types, as declared. */
  fields: readonly { name: string; type: string }[]
  message: ReadStruct['value']
  domainSeparator: Uint8Array
  structHash: Uint8Array
}

/** The fields of a domain, in the order in which EIP-712 hashes them. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const
const DOMAIN = 'typedData.domain'
const MAX_CHAIN_ID = 2n ** 31n - 1n

/**
 * Reads typed data strictly: a domain with a chain and a contract, declared types and values that agree, nothing
 * missing, nothing more. Nothing is left to another library to read differently. Throws invalid, naming the field.
 */
export function readTypedData(input: TypedDataInput): TypedData {
  if (Buffer.byteLength(JSON.stringify(input)) > MAX_TYPED_DATA_BYTES)
    throw invalid('typedData', `must be at most ${MAX_TYPED_DATA_BYTES} bytes`)
  const domain = readDomain(input.domain)
  requireSameDeclaration(input.types.EIP712Domain, domain.fields)
  const types = readTypes(input)
  const { hash, value } = hashStruct(types, input.primaryType, input.message)
  const { fields: _, ...named } = domain
  return {
    ...named,
    primaryType: input.primaryType,
    fields: types.fieldsOf(input.primaryType) ?? [],
    message: value,
    structHash: hash,
  }
}

function readDomain(domain: Record<string, unknown>) {
  const [unknown] = Object.keys(domain).filter((key) => !DOMAIN_FIELDS.some(({ name }) => name === key))
  if (unknown !== undefined) throw invalid(`${DOMAIN}.${unknown.slice(0, 64)}`, 'unknown field')
  const fields = DOMAIN_FIELDS.filter(({ name }) => Object.hasOwn(domain, name))
  const chainId = readChainId(domain.chainId)
  const verifyingContract = readContract(domain.verifyingContract)
  const name = readText('name', domain)
  const version = readText('version', domain)
  const salt = Object.hasOwn(domain, 'salt')
    ? String(readLeaf({ kind: 'bytes', size: 32 }, domain.salt, { path: `${DOMAIN}.salt` }))
    : null
  const declaration = `EIP712Domain(${fields.map(({ name, type }) => `${type} ${name}`).join(',')})`
  const words = [
    hashOf(declaration),
    ...(name === null ? [] : [hashOf(name)]),
    ...(version === null ? [] : [hashOf(version)]),
    Buffer.from(uintWord(BigInt(chainId)), 'hex'),
    Buffer.from(addressWord(verifyingContract), 'hex'),
    ...(salt === null ? [] : [Buffer.from(bytes32Word(salt), 'hex')]),
  ]
  return { domainName: name, chainId, verifyingContract, fields, domainSeparator: keccak_256(Buffer.concat(words)) }
}

/** Zero and nothing mean any chain to a contract, so that both are refused. */
function readChainId(value: unknown): number {
  const read = toBigint(value, true)
  if (read === null) throw invalid(`${DOMAIN}.chainId`, 'is required, as a number or a decimal or 0x-hex string')
  if (read < 1n || read > MAX_CHAIN_ID) throw invalid(`${DOMAIN}.chainId`, 'must be the id of a chain')
  return Number(read)
}

function readContract(value: unknown): string {
  const address = String(readLeaf({ kind: 'address' }, value, { path: `${DOMAIN}.verifyingContract` }))
  if (/^0x0{40}$/.test(address)) throw invalid(`${DOMAIN}.verifyingContract`, 'must not be the zero address')
  return address
}

function readText(name: 'name' | 'version', domain: Record<string, unknown>): string | null {
  if (!Object.hasOwn(domain, name)) return null
  return String(readLeaf({ kind: 'string' }, domain[name], { path: `${DOMAIN}.${name}` }))
}

/**
 * Requires the declared fields of the domain to be its actual fields, in the order in which it is hashed. Throws
 * invalid.
 */
function requireSameDeclaration(
  declared: readonly { name: string; type: string }[] | undefined,
  fields: readonly { name: string; type: string }[],
): void {
  if (declared === undefined) return
  const written = (list: typeof fields) => list.map(({ name, type }) => `${type} ${name}`).join(',')
  if (written(declared) !== written(fields))
    throw invalid('typedData.types.EIP712Domain', `must be what the domain has: ${written(fields)}`)
}

function hashOf(text: string): Buffer {
  return Buffer.from(keccak_256(Buffer.from(text, 'utf8')))
}

/** Whether a field of the primary type is an elementary one of this name and type. */
export function hasField({ fields }: Pick<TypedData, 'fields'>, name: RegExp, type: string): boolean {
  return fields.some((field) => name.test(field.name) && field.type === type && leafTypeOf(type) !== null)
}
