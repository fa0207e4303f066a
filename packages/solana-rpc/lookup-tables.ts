import { fromBase58, toBase58 } from './base58'
import { blockhashAt, type Cluster } from './cluster'
import type { Message } from './read-transaction'

const LOOKUP_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
const HEADER_BYTES = 56
const KEPT_SLOT_HASHES = 300

type Loaded = { writable: string[]; readonly: string[] }

/**
 * The addresses that a message takes from lookup tables. A table that is missing or too short has none, and execution
 * refuses it.
 */
export function loadAddresses({ svm }: Cluster, { lookups }: Message): Loaded {
  const loaded: Loaded = { writable: [], readonly: [] }
  for (const { table, writable, readonly } of lookups) {
    const data = svm.getAccount(fromBase58(table))?.data() ?? new Uint8Array()
    const at = (index: number) => data.slice(HEADER_BYTES + 32 * index, HEADER_BYTES + 32 * (index + 1))
    for (const [list, indices] of [
      [loaded.writable, writable],
      [loaded.readonly, readonly],
    ] as const) {
      for (const index of indices) if (at(index).length === 32) list.push(toBase58(at(index)))
    }
  }
  return loaded
}

/** Creating a table proves a recent slot: the machine does not keep slot hashes. */
export function prepareSlotHashes(cluster: Cluster, { keys }: Message): void {
  if (!keys.includes(LOOKUP_PROGRAM)) return
  const hashes = Array.from({ length: KEPT_SLOT_HASHES }, (_, age) => cluster.slot - 1 - age)
  cluster.svm.setSlotHashes(hashes.map((slot) => ({ slot: BigInt(slot), hash: blockhashAt(cluster, slot) })))
}
