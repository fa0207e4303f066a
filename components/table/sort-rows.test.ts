import { describe, expect, it } from 'vitest'
import { sortRows } from './sort-rows'

const ROWS = [
  { name: 'item 10', count: 2 },
  { name: 'item 9', count: 10 },
  { name: 'about', count: 2 },
]
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('sortRows', () => {
  it('orders texts as people count, either way', () => {
    expect(names(sortRows(ROWS, ({ name }) => name, 'asc'))).toEqual(['about', 'item 9', 'item 10'])
    expect(names(sortRows(ROWS, ({ name }) => name, 'desc'))).toEqual(['item 10', 'item 9', 'about'])
  })

  it('orders numbers by size, and leaves equal ones as they were', () => {
    expect(names(sortRows(ROWS, ({ count }) => count, 'desc'))).toEqual(['item 9', 'item 10', 'about'])
    expect(names(sortRows(ROWS, ({ count }) => count, 'asc'))).toEqual(['item 10', 'about', 'item 9'])
  })

  it('leaves the given rows alone', () => {
    const given = [...ROWS]
    sortRows(given, ({ name }) => name, 'asc')
    expect(given).toEqual(ROWS)
  })
})
