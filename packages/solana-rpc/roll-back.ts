import { fromBase58 } from './base58'
import type { Cluster } from './cluster'
import type { Landed } from './landed'
import { RpcError } from './rpc-error'

/**
 * Takes the last slots back, the current one included, as when a fork loses: accounts are as before, its transactions
 * never were and can land again. Answers their signatures. Finalized slots stay.
 */
export function rollBack(cluster: Cluster, slots: number): string[] {
  if (slots > cluster.finalizedAfterSlots) throw new RpcError(-32602, 'Invalid param: finalized slots stay')
  const first = cluster.slot - slots + 1
  const restored = new Set<string>()
  for (const [slot, accounts] of cluster.before) {
    if (slot < first) continue
    for (const [address, account] of accounts) {
      if (restored.has(address)) continue
      restored.add(address)
      const empty = () => new cluster.machine.Account(0n, new Uint8Array(), new Uint8Array(32), false, 0n)
      cluster.svm.setAccount(fromBase58(address), account ?? empty())
    }
    cluster.before.delete(slot)
  }
  const undone = [...cluster.landed.values()].filter(({ slot }) => slot >= first).map(({ signature }) => signature)
  undoBlocks(cluster, undone)
  cluster.journal?.changed([...restored], undone)
  return undone
}

/** Removes transactions from the cluster's memory as if they had never landed. */
export function undoBlocks(cluster: Cluster, signatures: readonly string[]): void {
  for (const signature of signatures) {
    const landed = cluster.landed.get(signature)
    if (!landed) continue
    cluster.landed.delete(signature)
    remove(cluster.landedBySlot, landed.slot, landed)
    for (const address of landed.accounts) remove(cluster.landedByAddress, address, landed)
  }
}

function remove<K>(map: Map<K, Landed[]>, key: K, landed: Landed): void {
  const rest = (map.get(key) ?? []).filter((each) => each !== landed)
  if (rest.length > 0) map.set(key, rest)
  else map.delete(key)
}
