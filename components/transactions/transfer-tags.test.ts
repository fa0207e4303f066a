import { expect, test } from 'vitest'
import { findTagProblems, NO_TAGS, rowsOf, tagsOf } from './transfer-tags'

const problemsOf = (change: Partial<typeof NO_TAGS>) =>
  findTagProblems({ ...NO_TAGS, ...change }).map(({ path, message }) => `${path.join('.')}: ${message}`)
const row = (key: string, value: string) => ({ key, value })

test('an empty form has no tags and no problems', () => {
  expect(tagsOf(NO_TAGS)).toEqual({})
  expect(tagsOf({ reference: '', metadata: [row('', '')] })).toEqual({})
  expect(problemsOf({ metadata: [row('', ''), row('', '')] })).toEqual([])
})

test('filled rows become the metadata of the body, and are read back from it', () => {
  const metadata = [row('customer', 'c-77'), row('', ''), row('order no', ' 12 ')]
  expect(problemsOf({ reference: 'invoice-1', metadata })).toEqual([])
  const tags = tagsOf({ reference: 'invoice-1', metadata })
  expect(tags).toEqual({ reference: 'invoice-1', metadata: { customer: 'c-77', 'order no': ' 12 ' } })
  expect(rowsOf(tags.metadata)).toEqual([metadata[0], metadata[2]])
  expect(rowsOf(undefined)).toEqual([])
})

test.each([
  [{ reference: 'x'.repeat(129) }, 'reference: At most 128 characters'],
  [{ reference: 'a\tb' }, 'reference: Must not hold control characters'],
  [{ metadata: [row('', 'c-77')] }, 'metadata.0.key: Enter a key'],
  [{ metadata: [row('customer', '')] }, 'metadata.0.value: Enter a value'],
  [{ metadata: [row('k'.repeat(41), '1')] }, 'metadata.0.key: At most 40 characters'],
  [{ metadata: [row('a[b]', '1')] }, 'metadata.0.key: Must not hold square brackets or control characters'],
  [{ metadata: [row('__proto__', '1')] }, 'metadata.0.key: This key cannot be used'],
  [{ metadata: [row('a', '1'.repeat(501))] }, 'metadata.0.value: At most 500 characters'],
  [{ metadata: [row('a', '1'), row('a', '2')] }, 'metadata.1.key: This key is there already'],
  [
    { metadata: Array.from({ length: 51 }, (_, n) => row(`k${n}`, '1')) },
    'metadata: Must have at most 50 keys and 16384 bytes',
  ],
  [
    { metadata: Array.from({ length: 40 }, (_, n) => row(`k${n}`, 'x'.repeat(500))) },
    'metadata: Must have at most 50 keys and 16384 bytes',
  ],
])('what the API would refuse is refused at its field (%#)', (change, problem) => {
  expect(problemsOf(change)).toEqual([problem])
})
