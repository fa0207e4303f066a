import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Landed } from './landed'

const snapshot = z.object({
  seed: z.string(),
  genesisHash: z.string(),
  machine: z.string(),
  event: z.number(),
  slot: z.number(),
  atMs: z.number(),
  svm: z.string(),
})

const event = z.object({
  event: z.number(),
  slot: z.number(),
  atMs: z.number(),
  landed: z.custom<Landed>().optional(),
  /** Signatures of transactions that were taken back. */
  gone: z.array(z.string()).optional(),
  /** Accounts as the event left them. */
  accounts: z.array(
    z.object({ address: z.string(), lamports: z.number(), owner: z.string(), data: z.custom<Uint8Array>() }),
  ),
})

export type Snapshot = z.infer<typeof snapshot>
export type StateEvent = z.infer<typeof event>

/** The build that wrote a snapshot. Another build does not read it. */
export const MACHINE = 'litesvm 1.5.0'

/** The journal that follows the snapshot: one line for each change, in order. */
export function journalFileOf(stateFile: string): string {
  return stateFile.replace(/(\.json)?$/, '.journal')
}

/** The snapshot in a file; one of another build is refused with a sentence. */
export function readSnapshot(stateFile: string): Snapshot {
  const read = snapshot.parse(JSON.parse(readFileSync(stateFile, 'utf8')))
  if (read.machine === MACHINE) return read
  throw new Error(
    `${stateFile} was written by ${read.machine}: remove it and its journal to start with an empty cluster.`,
  )
}

/** Writes the file completely or not at all. */
export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** The events of a journal; a last line that a SIGKILL cut short never counts. */
export function readEvents(file: string): StateEvent[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map((line) => event.parse(JSON.parse(line, revive)))
}

export function toLine(entry: StateEvent): string {
  return `${JSON.stringify(entry, (_key, value) => (value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value))}\n`
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value) || typeof value.base64 !== 'string')
    return value
  return Uint8Array.from(Buffer.from(value.base64, 'base64'))
}
