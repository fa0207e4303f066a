import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oncePerProcess } from '@/db/once-per-process'

/** A map takes ten times the memory of its file, and errors occur in series. */
const KEPT_MS = 60_000
/** `file:///app/dist/front.mjs:12:34` or `/app/.next/server/chunks/a.js:12:34`. */
const PLACE = /(file:\/\/)?(\/[^\s()]+\.m?js):(\d+):(\d+)/g

/**
 * Maps a stack to our sources. `--enable-source-maps` would keep the map of every file in memory, and has no effect
 * after Next has set its own mapping.
 */
export function mapStack(stack: string): string {
  return stack.replace(PLACE, (place, scheme: string | undefined, path: string, line: string, column: string) => {
    const entry = findMap(scheme ? fileURLToPath(scheme + path) : path)?.(Number(line), Number(column))
    return entry ?? place
  })
}

type FindPlace = (line: number, column: number) => string | null

function findMap(file: string): FindPlace | null {
  if (file.includes('/node_modules/')) return null
  const cache = oncePerProcess('source-maps', () => new Map<string, FindPlace | null>())
  const cached = cache.get(file)
  if (cached !== undefined) return cached
  const found = readMap(file)
  cache.set(file, found)
  setTimeout(() => cache.delete(file), KEPT_MS).unref()
  return found
}

function readMap(file: string): FindPlace | null {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    return (line, column) => {
      const entry = map.findEntry(line - 1, column - 1)
      if (!('originalSource' in entry)) return null
      return `${toPath(entry.originalSource, dirname(file))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    }
  } catch {
    // Without a source map, or with a truncated one, the stack does not change.
    return null
  }
}

/** Our bundles name sources from their own folder, Next's from the project's. */
function toPath(source: string, folder: string): string {
  return /^\w+:\/\//.test(source) ? source.replace(/^\w+:\/+(\[project\]\/)?/, '') : join(folder, source)
}
