import { z } from 'zod'
import { type AccountState, accountAt, programAccountsAt } from '../account-state'
import { accountOptions } from '../account-view'
import type { Cluster } from '../cluster'
import { inContext, readOptions, readSlot } from '../commitment'
import { address } from '../encodings'
import { type Method, method } from '../method'
import { invalidParams } from '../rpc-error'
import { readMint, readTokenAccount, TOKEN_PROGRAMS, toUiAmount } from '../token-accounts'
import { toKeyed } from './account-methods'

const which = z.union([z.object({ mint: address }), z.object({ programId: address })])
const read = readOptions.nullish().optional()
const list = z.tuple([address, which, readOptions.extend(accountOptions.shape).nullish().optional()])

/** SPL Token and Token-2022 accounts and mints. */
export const tokenMethods: Record<string, Method> = {
  getTokenAccountsByOwner: method(list, (cluster, [owner, selector, options]) => {
    const slot = readSlot(cluster, options)
    const found = findTokenAccounts(cluster, { slot, selector, isIt: (token) => token.owner === owner })
    return inContext(slot, toKeyed(cluster, found, options))
  }),
  getTokenAccountsByDelegate: method(list, (cluster, [delegate, selector, options]) => {
    const slot = readSlot(cluster, options)
    const found = findTokenAccounts(cluster, { slot, selector, isIt: (token) => token.delegate?.address === delegate })
    return inContext(slot, toKeyed(cluster, found, options))
  }),
  getTokenAccountBalance: method(z.tuple([address, read]), (cluster, [selector, options]) => {
    const slot = readSlot(cluster, options)
    const account = requireAccount(cluster, { address: selector, slot })
    const token = TOKEN_PROGRAMS.includes(account.owner) ? readTokenAccount(account.data) : null
    if (!token) throw invalidParams('Invalid param: not a Token account')
    return inContext(slot, toUiAmount(token.units, requireMint(cluster, { address: token.mint, slot }).decimals))
  }),
  getTokenSupply: method(z.tuple([address, read]), (cluster, [selector, options]) => {
    const slot = readSlot(cluster, options)
    const { supply, decimals } = requireMint(cluster, { address: selector, slot })
    return inContext(slot, toUiAmount(supply, decimals))
  }),
  getTokenLargestAccounts: method(z.tuple([address, read]), (cluster, [mint, options]) => {
    const slot = readSlot(cluster, options)
    const { decimals } = requireMint(cluster, { address: mint, slot })
    const found = findTokenAccounts(cluster, { slot, selector: { mint }, isIt: () => true })
    const value = found
      .map((account) => ({ address: account.address, units: readTokenAccount(account.data)?.units ?? 0n }))
      .sort((a, b) => (a.units < b.units ? 1 : -1))
      .slice(0, 20)
      .map((entry) => ({ address: entry.address, ...toUiAmount(entry.units, decimals) }))
    return inContext(slot, value)
  }),
}

type Token = NonNullable<ReturnType<typeof readTokenAccount>>

function findTokenAccounts(
  cluster: Cluster,
  { slot, selector, isIt }: { slot: number; selector: z.infer<typeof which>; isIt: (token: Token) => boolean },
): AccountState[] {
  const program =
    'mint' in selector ? requireAccount(cluster, { address: selector.mint, slot }).owner : selector.programId
  if (!TOKEN_PROGRAMS.includes(program)) throw invalidParams('Invalid param: unrecognized Token program id')
  return programAccountsAt(cluster, { program, slot }).filter(({ data }) => {
    const token = readTokenAccount(data)
    if (!token || !isIt(token)) return false
    return 'mint' in selector ? token.mint === selector.mint : true
  })
}

function requireAccount(cluster: Cluster, selector: { address: string; slot: number }): AccountState {
  const account = accountAt(cluster, selector)
  if (!account) throw invalidParams('Invalid param: could not find account')
  return account
}

function requireMint(cluster: Cluster, selector: { address: string; slot: number }) {
  const account = requireAccount(cluster, selector)
  const mint = TOKEN_PROGRAMS.includes(account.owner) ? readMint(account.data) : null
  if (!mint) throw invalidParams('Invalid param: not a Token mint')
  return mint
}
