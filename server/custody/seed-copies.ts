import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeSynced } from './write-synced'

/** A seed as the database stores it, sealed, with everything that restoring it needs. */
export type SeedCopy = z.output<typeof stored>

const bytes = z.base64().transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64')))
const stored = z.object({
  businessId: z.uuid(),
  businessName: z.string(),
  id: z.uuid(),
  version: z.number(),
  seedSealed: bytes,
  dataKeyWrapped: bytes,
  kekId: z.string(),
})

/** The name of the copy that a seed needs: one under its current key-encryption key. */
type Named = Pick<SeedCopy, 'businessId' | 'id' | 'kekId'>

function prefixOf({ businessId, id, kekId }: Named): string {
  return `${businessId}_${id}_${createHash('sha256').update(kekId).digest('hex').slice(0, 16)}`
}

/** The seeds among these without a copy in the folder, by the names of the files there. */
export async function findSeedsWithoutCopy<Seed extends Named>(
  folder: string,
  seeds: readonly Seed[],
): Promise<Seed[]> {
  const present = new Set((await readdir(folder)).map((name) => name.split('.')[0]))
  return seeds.filter((seed) => !present.has(prefixOf(seed)))
}

/** Whether the folder holds any copy of a seed of this business. */
export async function hasCopyOf(folder: string, businessId: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.startsWith(`${businessId}_`))
}

/**
 * Adds a file to the folder and returns once it is on the disk. Files are never changed or removed: a file that a crash
 * left incomplete stays, and a second one is written.
 */
export async function writeSeedCopy(folder: string, copy: SeedCopy): Promise<void> {
  const prefix = prefixOf(copy)
  if ((await readCopies(folder, prefix)).length > 0) return
  const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')
  const text = JSON.stringify({
    ...copy,
    seedSealed: base64(copy.seedSealed),
    dataKeyWrapped: base64(copy.dataKeyWrapped),
  })
  // A unique name: another process may write the same copy.
  await writeSynced(join(folder, `${prefix}.${randomUUID()}.json`), text)
}

/** Every copy that can be read. */
export async function readSeedCopies(folder: string): Promise<SeedCopy[]> {
  return readCopies(folder, '')
}

async function readCopies(folder: string, prefix: string): Promise<SeedCopy[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
  const copies: SeedCopy[] = []
  for (const name of names.sort()) {
    const copy = parse(await readFile(join(folder, name), 'utf8'))
    if (copy) copies.push(copy)
  }
  return copies
}

function parse(text: string): SeedCopy | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
