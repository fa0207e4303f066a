import { createHash, type Hash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const SKIPPED = /(^|\/)(node_modules|\.next|dist|\.slipway|conformance)(\/|$)|\.test\.tsx?$/

/** One hash over the named files and folders: same contents, same hash, whatever the dates say. */
export function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources) {
    for (const file of filesUnder(join(root, source))) {
      const name = relative(root, file)
      if (!SKIPPED.test(name)) addFile(hash.update(`\0${name}\0`), file)
    }
  }
  return hash.digest('hex')
}

const buffer = Buffer.alloc(65_536)

/** Buffers for each of thousands of files would leave 30 MB behind in a process that runs on. */
function addFile(hash: Hash, file: string): void {
  const opened = openSync(file, 'r')
  try {
    for (let length = readSync(opened, buffer); length > 0; length = readSync(opened, buffer))
      hash.update(buffer.subarray(0, length))
  } finally {
    closeSync(opened)
  }
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap(filesUnder)
}
