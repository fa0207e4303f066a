import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const ROOMS = ['app', 'components', 'contracts', 'db', 'deploy', 'dev', 'e2e', 'front', 'inngest', 'server']

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesIn(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** The files a source imports, types too: a circle of types is a circle to whoever reads them. */
function importsOf(file: string, known: ReadonlySet<string>): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    const base = target.startsWith('@/') ? target.slice(2) : normalize(join(dirname(file), target))
    if (!target.startsWith('@/') && !target.startsWith('.')) return []
    return [`${base}.ts`, `${base}.tsx`, base].find((candidate) => known.has(candidate)) ?? []
  })
}

/** The first circle that is found from `start`, or null. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next)
      if (circle) return circle
    }
    path.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const circle = visit(file)
    if (circle) return circle
  }
  return null
}

test('no file imports itself by way of others', () => {
  const files = ROOMS.filter((room) => statSync(join(ROOT, room)).isDirectory()).flatMap(sourcesIn)
  const known = new Set(files)
  const graph = new Map(files.map((file) => [file, importsOf(file, known)]))
  expect([...graph.values()].flat().length).toBeGreaterThan(files.length)
  expect(findCircle(graph)).toBeNull()
})

test('a circle is found where there is one', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(findCircle(graph)).toEqual(['b', 'c', 'b'])
})
