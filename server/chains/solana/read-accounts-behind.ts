import type { Chain } from '@/server/chains/registry'
import { toBase58 } from './base58'
import type { DecodedMessage } from './decode-message'
import { parseTokenAccount } from './parse-token-account'
import { PROGRAMS } from './programs'
import type { SolanaAccount } from './read-accounts'
import { readFinalAccounts } from './read-final-accounts'
import { tokenDestinations } from './token-destinations'

/** Programs that credit only accounts that the message itself names. */
const PLAIN: ReadonlySet<string> = new Set([PROGRAMS.system, PROGRAMS.computeBudget, PROGRAMS.memo])

/** Whether others than the accounts that a message names may get something by it. Pure. */
export function hasAccountsBehind({ accountKeys, instructions, lookups }: DecodedMessage): boolean {
  return lookups.length > 0 || instructions.some(({ programIndex }) => !PLAIN.has(accountKeys[programIndex] ?? ''))
}

type AccountsBehind = {
  addresses: string[]
  /** False if the final state of the chain lacks one of the lookup tables, or an entry of it. */
  isWhole: boolean
  /** Accounts that get tokens and that the final state lacks: their owners are not known. */
  unowned: string[]
}

/**
 * The addresses that a message means and does not name: the accounts of its lookup tables, and the owners of token
 * accounts. Throws RpcUnavailableError, RpcError.
 */
export async function readAccountsBehind(chain: Chain, message: DecodedMessage): Promise<AccountsBehind> {
  const { accountKeys, lookups } = message
  const { accounts: tables } = await readFinalAccounts(
    chain,
    lookups.map(({ table }) => table),
  )
  const entriesOf = (kind: 'writable' | 'readonly') =>
    lookups.flatMap(({ table, [kind]: indices }) => {
      const account = tables.get(table)
      const addresses = account ? parseLookupTable(account) : null
      return indices.map((index) => addresses?.[index])
    })
  // In the order in which instructions count them.
  const entries = [...entriesOf('writable'), ...entriesOf('readonly')]
  const known = entries.filter((address) => address !== undefined)
  const { accounts } = await readFinalAccounts(chain, [...new Set([...accountKeys, ...known])])
  const ownerOf = (address: string) => {
    const account = accounts.get(address)
    return account ? parseTokenAccount(account)?.owner : undefined
  }
  const owners = [...accounts.keys()].flatMap((address) => ownerOf(address) ?? [])
  const getting = tokenDestinations(message, [...accountKeys, ...entries])
  return {
    addresses: [...new Set([...known, ...owners])],
    isWhole: known.length === entries.length,
    unowned: getting.filter((address) => ownerOf(address) === undefined),
  }
}

const PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
/** The four bytes with which an initialized table begins. */
const INITIALIZED = 1
const HEADER_BYTES = 56
const ADDRESS_BYTES = 32

/**
 * The addresses of a lookup table, by index; null for any other account. A table only grows: an index never gets
 * another address, and the address of a closed table is never reused.
 */
function parseLookupTable({ owner, data }: SolanaAccount): string[] | null {
  if (owner !== PROGRAM || data.length < HEADER_BYTES || Buffer.from(data).readUInt32LE(0) !== INITIALIZED) return null
  const count = Math.floor((data.length - HEADER_BYTES) / ADDRESS_BYTES)
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ADDRESS_BYTES
    return toBase58(data.subarray(at, at + ADDRESS_BYTES))
  })
}
