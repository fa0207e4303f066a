import type { Chain } from '@/server/chains/registry'
import { parseMint } from './parse-mint'
import { parseTokenAccount } from './parse-token-account'
import { PROGRAMS } from './programs'
import { readAccounts, type SolanaAccount } from './read-accounts'

/**
 * The reason why an address cannot hold tokens, or null: it must be a mint or a token account. An empty address passes,
 * since token accounts are queried before their first transfer opens them. Throws RpcUnavailableError, RpcError.
 */
export async function findTokenAddressProblem(chain: Chain, address: string): Promise<string | null> {
  const account = (await readAccounts(chain, [address])).get(address)
  return account ? problemOf(account) : null
}

function problemOf(account: SolanaAccount): string | null {
  if (parseMint(account) || parseTokenAccount(account)) return null
  if (account.isExecutable) return 'is a program'
  if (account.owner === PROGRAMS.system) return 'is a wallet; give its token account, or the mint'
  return 'is neither a mint nor a token account'
}
