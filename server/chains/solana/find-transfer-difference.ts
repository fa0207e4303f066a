import { associatedAccount } from './associated-account'
import type { DecodedInstruction, DecodedMessage } from './decode-message'
import { PROGRAMS } from './programs'
import type { MessageTerms, SolanaTransfer } from './transfer'

/**
 * Compares the bytes about to be signed, read by our own reader, with the transfer they should be: every instruction,
 * account and number. Returns the first difference, or null.
 */
export function findTransferDifference(
  message: DecodedMessage,
  { transfer, terms }: { transfer: SolanaTransfer; terms: MessageTerms },
): string | null {
  if (message.blockhash !== terms.blockhash) return 'blockhash'
  if (message.lookups.length > 0) return 'lookup tables'
  const expected = expectedInstructions(transfer, terms)
  if (message.instructions.length !== expected.length) return 'number of instructions'
  if (!hasRights(message, transfer)) return 'rights of an account'
  const differing = expected.findIndex((each, index) => !isSame(message, message.instructions[index], each))
  return differing === -1 ? null : `instruction ${differing}`
}

/** Whether exactly those accounts may be written that a transfer changes. */
function hasRights(message: DecodedMessage, { token, feePayer, fromOwner, toOwner }: SolanaTransfer): boolean {
  const { accountKeys, requiredSignatures, readonlySigned, readonlyUnsigned } = message
  const moved = [fromOwner, toOwner].map((owner) => (token ? associatedAccount({ owner, ...token }) : owner))
  const written = new Set([feePayer, ...moved])
  return accountKeys.every((key, index) => {
    const [end, readonly] =
      index < requiredSignatures ? [requiredSignatures, readonlySigned] : [accountKeys.length, readonlyUnsigned]
    return index < end - readonly === written.has(key)
  })
}

type Expected = { program: string; accounts: string[]; data: Buffer }

function isSame({ accountKeys }: DecodedMessage, found: DecodedInstruction | undefined, expected: Expected): boolean {
  if (!found || accountKeys[found.programIndex] !== expected.program) return false
  const accounts = found.accounts.map((index) => accountKeys[index])
  return (
    accounts.length === expected.accounts.length &&
    accounts.every((account, index) => account === expected.accounts[index]) &&
    Buffer.compare(found.data, expected.data) === 0
  )
}

function expectedInstructions(transfer: SolanaTransfer, terms: MessageTerms): Expected[] {
  const { token, feePayer, fromOwner, toOwner, amountUnits } = transfer
  const budget = [
    { program: PROGRAMS.computeBudget, accounts: [], data: numbers([2, 1], [terms.computeUnits, 4]) },
    { program: PROGRAMS.computeBudget, accounts: [], data: numbers([3, 1], [terms.microLamportsPerUnit, 8]) },
  ]
  const memo = { program: PROGRAMS.memo, accounts: [], data: Buffer.from(transfer.intentId) }
  if (!token) {
    const move = { program: PROGRAMS.system, accounts: [fromOwner, toOwner], data: numbers([2, 4], [amountUnits, 8]) }
    return [...budget, memo, move]
  }
  const { mint, programId, decimals } = token
  const source = associatedAccount({ owner: fromOwner, mint, programId })
  const target = associatedAccount({ owner: toOwner, mint, programId })
  const create = {
    program: PROGRAMS.associatedToken,
    accounts: [feePayer, target, toOwner, mint, PROGRAMS.system, programId],
    data: numbers([1, 1]),
  }
  const move = {
    program: programId,
    accounts: [source, mint, target, fromOwner],
    data: numbers([12, 1], [amountUnits, 8], [decimals, 1]),
  }
  return [...budget, create, memo, move]
}

/** Little-endian numbers, each with its width in bytes. */
function numbers(...parts: [value: number | bigint, bytes: number][]): Buffer {
  const buffers = parts.map(([value, bytes]) => {
    const buffer = Buffer.alloc(bytes)
    for (let byte = 0; byte < bytes; byte++) buffer[byte] = Number((BigInt(value) >> BigInt(8 * byte)) & 0xffn)
    return buffer
  })
  return Buffer.concat(buffers)
}
