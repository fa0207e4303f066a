import { expect, test } from 'vitest'
import { importsOf, sourcesIn } from './testing/sources'

const ROOMS = [
  'app',
  'components',
  'contracts',
  'db',
  'deploy',
  'dev',
  'e2e',
  'front',
  'inngest',
  'packages',
  'server',
  'signer',
]

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
  const files = ROOMS.flatMap(sourcesIn)
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
