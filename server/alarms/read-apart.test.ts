import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { ApiError } from '@/server/errors'
import { createLogger } from '@/server/logger'
import { takeUnknownErrors } from '@/server/note-unknown-error'
import { propertyRuns } from '@/server/testing/proof'
import { readApart } from './read-apart'

const lines: string[] = []
// Before anything logs: whoever does finds this one.
oncePerProcess('logger', () => createLogger('warn', { write: (line) => void lines.push(line) }))

beforeEach(() => {
  lines.splice(0)
  takeUnknownErrors()
})

/** A table whose rows throw where they are poisoned, as columns do that cannot be read. */
function readTable(ids: readonly string[], isPoisoned: (id: string) => boolean) {
  return readApart({
    noun: 'transaction',
    list: async () => [...ids],
    read: async (only) =>
      (only ?? ids).map((id) => {
        if (isPoisoned(id)) throw new SyntaxError('Cannot convert NaN to a BigInt')
        return id
      }),
  })
}

test('whichever rows cannot be read, all others are, in their order', async () => {
  const rows = fc.array(fc.record({ id: fc.uuid(), isPoisoned: fc.boolean() }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(rows, async (made) => {
      const poisoned = new Set(made.filter(({ isPoisoned }) => isPoisoned).map(({ id }) => id))
      const ids = [...new Set(made.map(({ id }) => id))]
      fc.pre(ids.length === 0 || poisoned.size < ids.length)
      const read = await readTable(ids, (id) => poisoned.has(id))
      expect(read).toEqual({ rows: ids.filter((id) => !poisoned.has(id)), unreadable: poisoned.size })
    }),
    propertyRuns(),
  )
})

test('a row that cannot be read is logged once and counts each time', async () => {
  for (let times = 0; times < 3; times++) await readTable(['sound', 'broken-1'], (id) => id === 'broken-1')
  expect(lines.filter((line) => line.includes('"rowId":"broken-1"'))).toHaveLength(1)
  expect(takeUnknownErrors()).toContainEqual(['broken-1', 3])
})

test('what keeps every row from being read is thrown, and no row is blamed', async () => {
  await expect(readTable(['a', 'b', 'c'], () => true)).rejects.toThrow('Cannot convert NaN')
  expect(lines).toEqual([])
  expect(takeUnknownErrors()).toEqual([])
})

test('what was thrown on purpose is thrown on', async () => {
  let asked = 0
  const reading = readApart({
    noun: 'transaction',
    list: async () => {
      asked += 1
      return ['a', 'b']
    },
    read: () => Promise.reject(new ApiError('forbidden', 'Not for you')),
  })
  await expect(reading).rejects.toThrow('Not for you')
  expect(asked).toBe(0)
})
