import type { DecodedMessage } from './decode-message'
import type { Instruction } from './encode-message'
import type { SolanaProgramCall } from './program-call'
import { PROGRAMS } from './programs'
import type { MessageTerms } from './transfer'

/**
 * Compares the bytes to sign, as `decodeMessage` reads them, with the stored instructions: every program, account,
 * permission and byte. Returns the first difference, or null.
 */
export function findCallDifference(
  message: DecodedMessage,
  { call, terms }: { call: SolanaProgramCall; terms: MessageTerms },
): string | null {
  if (message.blockhash !== terms.blockhash) return 'blockhash'
  if (message.lookups.length > 0) return 'lookup tables'
  const [limit, price, memo, ...own] = message.instructions.map((found) => ({
    program: message.accountKeys[found.programIndex],
    accounts: found.accounts.map((index) => message.accountKeys[index]),
    data: Buffer.from(found.data).toString('hex'),
  }))
  const isBudget = (found: typeof limit) => found?.program === PROGRAMS.computeBudget && found.accounts.length === 0
  if (!isBudget(limit) || limit?.data !== `02${littleEndian(BigInt(terms.computeUnits), 4)}`) return 'compute limit'
  if (!isBudget(price) || price?.data !== `03${littleEndian(terms.microLamportsPerUnit, 8)}`) return 'compute price'
  if (memo?.program !== PROGRAMS.memo || memo.data !== Buffer.from(call.intentId).toString('hex')) return 'memo'
  if (own.length !== call.instructions.length) return 'number of instructions'
  const differing = call.instructions.findIndex((want, index) => JSON.stringify(own[index]) !== asText(want))
  if (differing !== -1) return `instruction ${differing}`
  return hasRights(message, call) ? null : 'rights of an account'
}

function asText({ program, accounts, data }: Instruction): string {
  const addresses = accounts.map(({ address }) => address)
  return JSON.stringify({ program, accounts: addresses, data: Buffer.from(data).toString('hex') })
}

/** Whether exactly the accounts that the instructions name sign and are writable. */
function hasRights(message: DecodedMessage, { feePayer, instructions }: SolanaProgramCall): boolean {
  const { accountKeys, requiredSignatures, readonlySigned, readonlyUnsigned } = message
  const uses = instructions.flatMap(({ accounts }) => accounts)
  const written = new Set([feePayer, ...uses.flatMap(({ address, isWritable }) => (isWritable ? [address] : []))])
  const signing = new Set([feePayer, ...uses.flatMap(({ address, isSigner }) => (isSigner ? [address] : []))])
  return accountKeys.every((key, index) => {
    const isSigner = index < requiredSignatures
    const end = isSigner ? requiredSignatures - readonlySigned : accountKeys.length - readonlyUnsigned
    return isSigner === signing.has(key) && index < end === written.has(key)
  })
}

function littleEndian(value: bigint, bytes: number): string {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return buffer.subarray(0, bytes).toString('hex')
}
