import { createHash, randomBytes } from 'node:crypto'
import type { Account, LiteSvm } from 'litesvm/dist/internal.js'
import { toBase58 } from './base58'
import type { Journal, Landed } from './landed'
import type { Machine } from './open-svm'
import type { WireTransaction } from './read-transaction'

/** As on a real cluster. */
export const BLOCKHASH_SLOTS = 150
export const SLOTS_PER_EPOCH = 432_000
const FIRST_SLOT = 1_000
/** Real clusters skip slots, so height and slot are never the same number. */
const SKIPPED_SLOTS = 100

export type Cluster = {
  machine: Machine
  svm: LiteSvm
  genesisHash: string
  seed: string
  slot: number
  /** Unix seconds at which the current slot began. */
  slotTime: number
  slotMs: number
  finalizedAfterSlots: number
  /** The number of slots for which a blockhash is valid. */
  blockhashSlots: number
  landed: Map<string, Landed>
  landedBySlot: Map<number, Landed[]>
  landedByAddress: Map<string, Landed[]>
  /** The blockhashes that are young enough, with their slots. */
  blockhashes: Map<string, number>
  /** Accounts as they were before each of the last slots, for reads below `processed`. */
  before: Map<number, Map<string, Account | null>>
  /** Accepted, to be included in a later slot. */
  waiting: { transaction: WireTransaction; slot: number }[]
  /** Signatures whose status this node lost. */
  forgotten: Set<string>
  dropNext: number
  delaySlots: number
  behindSlots: number | null
  airdrops: number
  journal: Journal | null
  onSlot: Set<() => void>
  onLanded: Set<(landed: Landed) => void>
}

export type ClusterSettings = {
  slotMs: number
  finalizedAfterSlots: number
  chainId: number
  /** `BLOCKHASH_SLOTS` unless another number is given. */
  blockhashSlots?: number
}

/** The first hash of a local cluster, by which clients recognize clusters: equal on every machine. */
export function genesisHashOf(chainId: number): string {
  return toBase58(createHash('sha256').update(`slipway local solana cluster ${chainId}`).digest())
}

export function createCluster(
  { machine, svm }: { machine: Machine; svm: LiteSvm },
  settings: ClusterSettings & { seed?: string; slot?: number },
): Cluster {
  const cluster: Cluster = {
    machine,
    svm,
    genesisHash: genesisHashOf(settings.chainId),
    seed: settings.seed ?? randomBytes(32).toString('hex'),
    slot: 0,
    slotTime: 0,
    slotMs: settings.slotMs,
    finalizedAfterSlots: settings.finalizedAfterSlots,
    blockhashSlots: settings.blockhashSlots ?? BLOCKHASH_SLOTS,
    landed: new Map(),
    landedBySlot: new Map(),
    landedByAddress: new Map(),
    blockhashes: new Map(),
    before: new Map(),
    waiting: [],
    forgotten: new Set(),
    dropNext: 0,
    delaySlots: 0,
    behindSlots: null,
    airdrops: 0,
    journal: null,
    onSlot: new Set(),
    onLanded: new Set(),
  }
  moveToSlot(cluster, settings.slot ?? FIRST_SLOT)
  return cluster
}

/** Makes a later slot the current one: the clock, the blockhash window and the stored old states follow. */
export function moveToSlot(cluster: Cluster, slot: number): void {
  const oldest = slot - cluster.blockhashSlots
  for (let each = Math.max(cluster.slot + 1, oldest); each <= slot; each++) {
    cluster.blockhashes.set(blockhashAt(cluster, each), each)
  }
  for (const [hash, each] of cluster.blockhashes) {
    if (each >= oldest) break
    cluster.blockhashes.delete(hash)
  }
  for (const each of cluster.before.keys()) {
    if (each <= slot - cluster.finalizedAfterSlots) cluster.before.delete(each)
  }
  cluster.slot = slot
  cluster.slotTime = Math.floor(Date.now() / 1_000)
  const time = BigInt(cluster.slotTime)
  const epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH))
  cluster.svm.setClock(new cluster.machine.Clock(BigInt(slot), time, epoch, epoch + 1n, time))
  // Durable nonces take their next value from the machine's own hash.
  cluster.svm.expireBlockhash()
}

export function blockhashAt({ seed }: Cluster, slot: number): string {
  return toBase58(createHash('sha256').update(`${seed} ${slot}`).digest())
}

export function heightOf(slot: number): number {
  return slot - SKIPPED_SLOTS
}

/** Adds a transaction to the cluster's memory. */
export function storeTransaction(cluster: Cluster, landed: Landed): void {
  cluster.landed.set(landed.signature, landed)
  append(cluster.landedBySlot, landed.slot, landed)
  for (const account of landed.accounts) append(cluster.landedByAddress, account, landed)
}

function append<K>(map: Map<K, Landed[]>, key: K, landed: Landed): void {
  const list = map.get(key)
  if (list) list.push(landed)
  else map.set(key, [landed])
}
