import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSource } from './sources'
import { writesOf } from './table-writes'

const DB = resolve(import.meta.dirname, '../../db')

/** The functions a migrated database has, by name: what stands between their dollar signs, without comments. */
export function sqlFunctions(): Map<string, string> {
  const files = ['migrations', '.'].flatMap((folder) =>
    readdirSync(join(DB, folder))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => join('db', folder, name)),
  )
  // Later ones replace earlier ones of the same name.
  return new Map(files.flatMap((file) => functionsIn(readSource(file))))
}

export function functionsIn(text: string): [string, string][] {
  const found = text.matchAll(/\bcreate (?:or replace )?function\s+(\w+)[\s\S]*?\bas\s+(\$\w*\$)([\s\S]*?)\2/gi)
  return [...found].map(([, name = '', , body = '']) => [name, body.replaceAll(/--.*$/gm, '')])
}

/** The functions of `names` that a source calls. */
export function callsOf(text: string, names: Iterable<string>): string[] {
  return [...names].filter((name) => new RegExp(`\\b${name}\\s*\\(`).test(text))
}

/** Functions that write, themselves or by others they call. */
export function writersAmong(functions: ReadonlyMap<string, string>): string[] {
  const writers = new Set([...functions].filter(([, body]) => writesOf(body).length > 0).map(([name]) => name))
  for (let known = -1; known !== writers.size; ) {
    known = writers.size
    for (const [name, body] of functions) if (callsOf(body, writers).length > 0) writers.add(name)
  }
  return [...writers].sort()
}
