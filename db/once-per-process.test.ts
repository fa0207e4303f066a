import { expect, it } from 'vitest'
import { readSource, sourcesIn } from '@/dev/testing/sources'
import { oncePerProcess, resetProcessState } from './once-per-process'

it('makes a value once, whoever asks', () => {
  const first = oncePerProcess('test-once', () => ({ count: 1 }))
  expect(oncePerProcess('test-once', () => ({ count: 2 }))).toBe(first)
})

it('forgets what was remembered, also where a module keeps the map in a constant', () => {
  const map = oncePerProcess('test-map', () => new Map([['a', 1]]))
  const set = oncePerProcess('test-set', () => new Set(['a']))
  const object = oncePerProcess('test-object', () => ({ count: 1 }))
  resetProcessState()
  expect(map.size + set.size).toBe(0)
  expect(oncePerProcess('test-map', () => new Map())).toBe(map)
  expect(oncePerProcess('test-object', () => ({ count: 1 }))).not.toBe(object)
})

it('is kept in a constant only where forgetting reaches it', () => {
  const kept = ['server', 'db', 'inngest', 'front', 'app', 'components']
    .flatMap(sourcesIn)
    .flatMap((file) =>
      [
        ...readSource(file).matchAll(
          /^(?:export )?const (\w+) = oncePerProcess\((?:[^(]|\n)*?\(\)(?:: [^=]+)? =>\s*(.*)/gm,
        ),
      ].map(([, name = '', value = '']) => ({ file, name, value })),
    )
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(({ value }) => !/^new (Map|Set|WeakMap)\b/.test(value))).toEqual([])
})
