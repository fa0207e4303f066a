import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { ROOMS } from '../rooms'

const ROOT = resolve(import.meta.dirname, '../..')

/** Every TypeScript source of the repository, suites too, as paths from its root. */
export function allSources(): string[] {
  return ROOMS.flatMap(sourcesIn)
}

/** Whether a script of the repository writes the file. */
export function isGenerated(file: string): boolean {
  return /^(?:contracts|packages\/sdk\/src)\/generated\//.test(file)
}

/** Every source below a folder of the repository, as a path from its root. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(dist|node_modules)$/.test(entry.name) ? [] : sourcesIn(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

export function readSource(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** The files in `known` that a source imports, also types: a circle of types is a circle to its readers. */
export function importsOf(file: string, known: ReadonlySet<string>): string[] {
  return [...readSource(file).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    const base = target.startsWith('@/') ? target.slice(2) : normalize(join(dirname(file), target))
    if (!target.startsWith('@/') && !target.startsWith('.')) return []
    return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`, base].find((candidate) => known.has(candidate)) ?? []
  })
}

/** Whether only suites use the file: the product never imports it. */
export function isOfSuites(file: string): boolean {
  return /\.test\.tsx?$|\.test-data\.ts$|\/testing\//.test(file)
}
