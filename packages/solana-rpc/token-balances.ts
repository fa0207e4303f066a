import type { Account } from 'litesvm/dist/internal.js'
import { fromBase58, toBase58 } from './base58'
import type { Cluster } from './cluster'
import type { TokenBalance } from './landed'
import { readMint, readTokenAccount, TOKEN_PROGRAMS, toUiAmount } from './token-accounts'

/** The token balances among a transaction's accounts, as they are now. */
export function tokenBalancesOf(cluster: Cluster, accounts: (Account | null)[]): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    if (!account) return []
    const programId = toBase58(account.owner())
    if (!TOKEN_PROGRAMS.includes(programId)) return []
    const token = readTokenAccount(account.data())
    const decimals = token && decimalsOf(cluster, token.mint)
    if (!token || decimals === null) return []
    const { mint, owner, units } = token
    return [{ accountIndex, mint, owner, programId, uiTokenAmount: toUiAmount(units, decimals) }]
  })
}

export function decimalsOf({ svm }: Cluster, mint: string): number | null {
  const account = svm.getAccount(fromBase58(mint))
  return account ? (readMint(account.data())?.decimals ?? null) : null
}
