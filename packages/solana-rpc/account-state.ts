import type { Account } from 'litesvm/dist/internal.js'
import { fromBase58, toBase58 } from './base58'
import type { Cluster } from './cluster'

export type AccountState = {
  address: string
  lamports: number
  owner: string
  data: Uint8Array
  executable: boolean
}

/** An account as it was at the end of a slot, or null. Slots older than the last finalized one answer as that one. */
export function accountAt(cluster: Cluster, { address, slot }: { address: string; slot: number }): AccountState | null {
  const account = earlier(cluster, { address, slot }) ?? cluster.svm.getAccount(fromBase58(address))
  return account === NOTHING || account === null ? null : toState(address, account)
}

/** Keeps an account's state before its first change in the current slot. */
export function recordPreviousState(cluster: Cluster, address: string, account: Account | null): void {
  const { before, slot } = cluster
  const accounts = before.get(slot) ?? new Map<string, Account | null>()
  if (!accounts.has(address)) accounts.set(address, account)
  before.set(slot, accounts)
}

const NOTHING = 'nothing'

function earlier({ before }: Cluster, { address, slot }: { address: string; slot: number }) {
  for (const [noted, accounts] of before) {
    if (noted <= slot || !accounts.has(address)) continue
    return accounts.get(address) ?? NOTHING
  }
  return null
}

/** Every account of a program at the end of a slot. */
export function programAccountsAt(
  cluster: Cluster,
  { program, slot }: { program: string; slot: number },
): AccountState[] {
  const found = new Map<string, AccountState>()
  for (const entry of cluster.svm.getProgramAccounts(fromBase58(program))) {
    const state = toState(toBase58(entry.address), entry.account())
    if (state) found.set(state.address, state)
  }
  for (const [noted, accounts] of cluster.before) {
    if (noted <= slot) continue
    for (const address of accounts.keys()) {
      const then = accountAt(cluster, { address, slot })
      if (then?.owner === program) found.set(address, then)
      else found.delete(address)
    }
  }
  return [...found.values()]
}

/** A machine's account in our terms; an empty one does not exist. */
export function toState(address: string, account: Account): AccountState | null {
  const lamports = Number(account.lamports())
  if (lamports === 0) return null
  return { address, lamports, owner: toBase58(account.owner()), data: account.data(), executable: account.executable() }
}

/** A manual change applies to every commitment. */
export function clearPreviousState({ before }: Cluster, address: string): void {
  for (const accounts of before.values()) accounts.delete(address)
}
