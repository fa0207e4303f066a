import { expect, test } from 'vitest'
import { ACTION_TEXTS, actionText } from '@/schemas/audit/action-texts'
import { readSource, sourcesIn } from './testing/sources'

const sources = ['schemas', 'server', 'transport', 'inngest', 'deploy']
  .flatMap(sourcesIn)
  .filter((file) => file !== 'schemas/audit/action-texts.ts' && !/\.test(-data)?\.ts$/.test(file))
  .map((file) => ({ file, text: readSource(file) }))
const named = Object.keys(ACTION_TEXTS)

/** Actions whose last part is a value: `seed_export.${name}`. */
const ENDINGS = [
  'business.',
  'indexer-subscription.secret-rotated',
  'payment-exception.',
  'payment_arrival.',
  'project.',
  'seed_export.',
  'transaction.',
  'webhook-endpoint.secret-rotated',
]

test('each action that is written has a text', () => {
  const writers = sources.filter(({ text }) => /append(Platform)?Audit\(/.test(text))
  expect(writers.length).toBeGreaterThan(80)
  const written = writers.flatMap(({ file, text }) =>
    [...text.matchAll(/\baction: '([^']+)'/g)].map(([, action = '']) => ({ file, action })),
  )
  expect(written.length).toBeGreaterThan(80)
  expect(written.filter(({ action }) => !named.includes(action))).toEqual([])
})

test('each text is of an action that is written, and no two are the same', () => {
  const isWritten = (action: string) =>
    ENDINGS.some((ending) => action.startsWith(ending)) || sources.some(({ text }) => text.includes(`'${action}'`))
  expect(named.filter((action) => !isWritten(action))).toEqual([])
  expect(new Set(Object.values(ACTION_TEXTS)).size).toBe(named.length)
})

test('an action that is no longer written is shown by its code in words', () => {
  expect(actionText('webhook-endpoint.created')).toBe('Webhook endpoint created')
  expect(actionText('old_noun.was-done')).toBe('Old noun was done')
})
