import type { Chain } from '@/server/chains/registry'
import type { DecodedMessage } from './decode-message'
import { parseLookupTable } from './parse-lookup-table'
import { parseTokenAccount } from './parse-token-account'
import { PROGRAMS } from './programs'
import { readFinalAccounts } from './read-final-accounts'

/** Programs that give something to no account but those that the message itself names. */
const PLAIN: ReadonlySet<string> = new Set([PROGRAMS.system, PROGRAMS.computeBudget, PROGRAMS.memo])

/** Whether others than the accounts that a message names may get something by it. Pure. */
export function hasAccountsBehind({ accountKeys, instructions, lookups }: DecodedMessage): boolean {
  return lookups.length > 0 || instructions.some(({ programIndex }) => !PLAIN.has(accountKeys[programIndex] ?? ''))
}

/**
 * The addresses that a message means and does not name: the accounts of its lookup tables, and the owners of token
 * accounts. `isWhole` is false where the final state of the chain lacks one of the tables, or an entry of it. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readAccountsBehind(
  chain: Chain,
  { accountKeys, lookups }: DecodedMessage,
): Promise<{ addresses: string[]; isWhole: boolean }> {
  const { accounts: tables } = await readFinalAccounts(
    chain,
    lookups.map(({ table }) => table),
  )
  const entries = lookups.flatMap(({ table, writable, readonly }) => {
    const account = tables.get(table)
    const addresses = account ? parseLookupTable(account) : null
    return [...writable, ...readonly].map((index) => addresses?.[index])
  })
  const known = entries.filter((address) => address !== undefined)
  const { accounts } = await readFinalAccounts(chain, [...new Set([...accountKeys, ...known])])
  const owners = [...accounts.values()].flatMap((account) => (account && parseTokenAccount(account)?.owner) ?? [])
  return { addresses: [...new Set([...known, ...owners])], isWhole: known.length === entries.length }
}
