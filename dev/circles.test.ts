import { expect, test } from 'vitest'
import { findCircle } from './testing/find-circle'
import { allSources, importsOf } from './testing/sources'

test('no file imports itself by way of others', () => {
  const files = allSources()
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
