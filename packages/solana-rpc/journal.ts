import { closeSync, openSync, writeSync } from 'node:fs'
import { fromBase58, toBase58 } from './base58'
import type { Cluster } from './cluster'
import type { Journal } from './landed'
import { journalFileOf, MACHINE, type StateEvent, toLine, writeAtomically } from './state-files'

const EVENTS_PER_SNAPSHOT = 5_000

/** Appends to the journal of a cluster whose last event has the given number. */
export function openJournal(cluster: Cluster, input: { stateFile: string; lastEvent: number }): Journal {
  const { stateFile } = input
  const file = openSync(journalFileOf(stateFile), 'a')
  let last = input.lastEvent
  const snapshot = () => saveSnapshot(cluster, { stateFile, event: last })
  const write = (entry: Pick<StateEvent, 'landed' | 'accounts' | 'gone'>) => {
    last += 1
    writeSync(file, toLine({ event: last, slot: cluster.slot, atMs: Date.now(), ...entry }))
    if (last % EVENTS_PER_SNAPSHOT === 0) snapshot()
  }
  return {
    landed(landed, changed) {
      write({ landed, accounts: statesOf(cluster, changed) })
      // A program is more than its account, so it comes back from a snapshot only.
      if (changed.some((address) => cluster.svm.getAccount(fromBase58(address))?.executable())) snapshot()
    },
    changed: (addresses, gone) => write({ accounts: statesOf(cluster, addresses), gone }),
    moved: () => write({ accounts: [] }),
    close() {
      snapshot()
      closeSync(file)
    },
  }
}

function statesOf({ svm }: Cluster, addresses: string[]): StateEvent['accounts'] {
  return addresses.flatMap((address) => {
    const account = svm.getAccount(fromBase58(address))
    if (!account) return []
    const owner = toBase58(account.owner())
    return [{ address, lamports: Number(account.lamports()), owner, data: Uint8Array.from(account.data()) }]
  })
}

/** Writes the whole state; events up to `event` are in it. */
export function saveSnapshot(
  { svm, seed, genesisHash, slot }: Cluster,
  { stateFile, event }: { stateFile: string; event: number },
) {
  const bytes = Buffer.from(svm.toBytes()).toString('base64')
  writeAtomically(
    stateFile,
    JSON.stringify({ seed, genesisHash, machine: MACHINE, event, slot, atMs: Date.now(), svm: bytes }),
  )
}
