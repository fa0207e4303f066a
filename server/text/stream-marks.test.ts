import { expect, test } from 'vitest'
import { streamMarks } from './stream-marks'

/** The events of a stream that reads these marks one after the other, up to the last one. */
async function said(marks: readonly string[], known: string | null = null): Promise<string[]> {
  const stop = new AbortController()
  const left = [...marks]
  const read = async () => {
    if (left.length === 1) stop.abort()
    return left.shift() ?? ''
  }
  const events: string[] = []
  for await (const text of streamMarks({ read, signal: stop.signal, everyMs: 1, known })) events.push(text)
  return events.map((text) =>
    text.startsWith(': ')
      ? '-'
      : text
          .replace(/^retry: \d+\n/, '')
          .replaceAll('\n', ' ')
          .trim(),
  )
}

test('a change is said once, and silence is a comment', async () => {
  expect(await said(['a', 'a', 'b', 'b'])).toEqual([
    'event: ready id: a data: {}',
    '-',
    'event: changed id: b data: {}',
    '-',
  ])
})

test('what changed while the reader was away is said at once', async () => {
  expect(await said(['b'], 'a')).toEqual(['event: changed id: b data: {}'])
  expect(await said(['a'], 'a')).toEqual(['event: ready id: a data: {}'])
})

test('a reader who is gone ends it, however long it would go on', async () => {
  const stop = new AbortController()
  const stream = streamMarks({ read: async () => 'a', signal: stop.signal, everyMs: 3_600_000 })
  await stream.next()
  const next = stream.next()
  stop.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})
