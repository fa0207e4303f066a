import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fillFaucet } from './airdrop'
import { fromBase58 } from './base58'
import { type Cluster, type ClusterSettings, createCluster, genesisHashOf, storeTransaction } from './cluster'
import { openJournal, saveSnapshot } from './journal'
import { type Machine, openSvm } from './open-svm'
import { undoBlocks } from './roll-back'
import {
  journalFileOf,
  readEvents,
  readSnapshot,
  type Snapshot,
  type StateEvent,
  toLine,
  writeAtomically,
} from './state-files'

type Settings = ClusterSettings & { machine: Machine; stateFile?: string }

/** Transactions older than this many events are dropped at a start. */
const KEPT_EVENTS = 20_000

/** The cluster that lives in the file, or a new one. Without a file it is thrown away in the end. */
export function openCluster(settings: Settings): Cluster {
  const { stateFile } = settings
  if (!stateFile) return newCluster(settings)
  const snapshot = existsSync(stateFile) ? readSnapshot(stateFile) : null
  if (!snapshot) return startJournal(newCluster(settings), { stateFile, events: [], lastEvent: 0 })
  if (snapshot.genesisHash !== genesisHashOf(settings.chainId)) {
    throw new Error(`${stateFile} holds another cluster than ${settings.chainId}: remove it and its journal.`)
  }
  const events = readEvents(journalFileOf(stateFile))
  const last = events.at(-1)
  return startJournal(restoreCluster(settings, { snapshot, events }), {
    stateFile,
    events: events.slice(-KEPT_EVENTS),
    lastEvent: Math.max(snapshot.event, last?.event ?? 0),
  })
}

function newCluster(settings: Settings): Cluster {
  const { machine } = settings
  const cluster = createCluster({ machine, svm: openSvm(machine) }, settings)
  fillFaucet(cluster)
  return cluster
}

function restoreCluster(
  settings: Settings,
  { snapshot, events }: { snapshot: Snapshot; events: StateEvent[] },
): Cluster {
  const { machine, slotMs } = settings
  const svm = openSvm(machine, Uint8Array.from(Buffer.from(snapshot.svm, 'base64')))
  for (const { accounts } of events.filter(({ event }) => event > snapshot.event)) {
    for (const { address, lamports, owner, data } of accounts) {
      const account = new machine.Account(BigInt(lamports), data, fromBase58(owner), false, 0n)
      svm.setAccount(fromBase58(address), account)
    }
  }
  const last = [snapshot, ...events].reduce((a, b) => (b.slot > a.slot ? b : a))
  // The slots that a real cluster would have had while the process was down are skipped; slots never decrease.
  const missed = slotMs > 0 ? Math.ceil((Date.now() - last.atMs) / slotMs) : 0
  const cluster = createCluster({ machine, svm }, { ...settings, seed: snapshot.seed, slot: last.slot + missed + 1 })
  for (const { landed, gone } of events.slice(-KEPT_EVENTS)) {
    if (landed) storeTransaction(cluster, landed)
    if (gone) undoBlocks(cluster, gone)
  }
  return cluster
}

function startJournal(
  cluster: Cluster,
  { stateFile, events, lastEvent }: { stateFile: string; events: StateEvent[]; lastEvent: number },
): Cluster {
  mkdirSync(dirname(stateFile), { recursive: true })
  // The snapshot is written first, so that it contains everything that is then released.
  saveSnapshot(cluster, { stateFile, event: lastEvent })
  writeAtomically(journalFileOf(stateFile), events.map(toLine).join(''))
  cluster.journal = openJournal(cluster, { stateFile, lastEvent })
  return cluster
}
