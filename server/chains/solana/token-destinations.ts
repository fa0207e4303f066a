import { base58 } from '@scure/base'
import { RpcUnavailableError } from '@/server/chains/rpc'
import type { DecodedMessage } from './decode-message'
import { PROGRAMS } from './programs'
import { readTokenInstructions, type TokenInstruction } from './read-token-instruction'

/** The first byte of the instructions that open an associated account. */
const CREATE_CODES: readonly (number | undefined)[] = [undefined, 0, 1]

/**
 * The existing accounts that receive tokens by the instructions of a message. Accounts that the message opens are left
 * out, because it names their owners. `accounts` are all accounts of the message, by index; undefined if one is
 * unknown. Pure.
 */
export function tokenDestinations(
  { instructions, accountKeys }: DecodedMessage,
  accounts: readonly (string | undefined)[],
): string[] {
  const getting = new Set<string>()
  const opened = new Set<string | undefined>()
  for (const { programIndex, accounts: indices, data } of instructions) {
    const programId = accountKeys[programIndex] ?? ''
    const named = indices.map((index) => accounts[index] ?? '')
    if (programId === PROGRAMS.associatedToken && CREATE_CODES.includes(data[0])) opened.add(named[1])
    for (const does of read({ programId, accounts: named, data: base58.encode(data) })) {
      if (does?.does === 'open') opened.add(does.parties.account)
      const destination = does?.does === 'transfer' ? does.parties.destination : does?.parties.account
      if (destination && (does?.does === 'transfer' || does?.does === 'mint')) getting.add(destination)
    }
  }
  return [...getting].filter((address) => !opened.has(address))
}

/** Empty for an incomplete instruction, because its program refuses it. */
function read(instruction: Parameters<typeof readTokenInstructions>[0]): readonly (TokenInstruction | null)[] {
  try {
    return readTokenInstructions(instruction)
  } catch (error) {
    if (error instanceof RpcUnavailableError) return []
    throw error
  }
}
