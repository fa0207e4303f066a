import { expect, test } from 'vitest'
import { callCode } from './call-code'

const CALL = { baseUrl: 'http://localhost:3000', hint: 'sk_live_…', path: '/v1/things', body: { name: "it's" } }

test('the command survives a quote in what was typed', () => {
  expect(callCode({ ...CALL, isWrite: true })).toContain(`-d '{"name":"it'\\''s"}'`)
})

test('a write makes a key of its own, a read has none', () => {
  expect(callCode({ ...CALL, isWrite: true })).toContain('-H "Idempotency-Key: $IDEMPOTENCY_KEY"')
  expect(callCode({ ...CALL, isWrite: false })).not.toContain('IDEMPOTENCY_KEY')
})
