import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const SKIPPED = /(^|\/)(node_modules|\.next|dist|\.slipway|conformance)(\/|$)|\.test\.tsx?$/

/** One hash over the named files and folders: same contents, same hash, whatever the dates say. */
export function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources) {
    for (const file of filesUnder(join(root, source))) {
      const name = relative(root, file)
      if (!SKIPPED.test(name)) hash.update(`\0${name}\0`).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap(filesUnder)
}
