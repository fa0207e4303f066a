import { expect, test } from 'vitest'
import { FailedQuery } from '@/db/failed-query'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { describeFault } from './describe-fault'

test('tells the causes of an error, each once', () => {
  const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED 10.0.0.1:443')], ''), {
    code: 'ECONNREFUSED',
  })
  const error = new RpcUnavailableError('no endpoint of chain 8453 answered', {
    cause: new RpcUnavailableError('base.example is out of reach', { cause: refused }),
  })
  expect(describeFault(error)).toContain('no endpoint of chain 8453 answered: base.example is out of reach: ')
  expect(describeFault(new Error('twice', { cause: new Error('twice') }))).toBe('twice')
})

test.each([
  ['fetch of https://rpc.example/v2/KEYKEYKEY?apikey=KEYKEYKEY failed', 'fetch of https://rpc.example/… failed'],
  ['postgres://user:KEYKEYKEY@db.example:5432/slipway refused', 'postgres://db.example:5432/… refused'],
  ['smtps://mail:KEYKEYKEY@smtp.example:465', 'smtps://smtp.example:465/…'],
  ['wss://KEYKEYKEY.example/KEYKEYKEY', /^wss:\/\//],
  ['Authorization: Bearer KEYKEYKEY was refused', 'Authorization: Bearer … was refused'],
  ['{"api_key":"KEYKEYKEY"}', '{"api_key":"…"}'],
  ['token=KEYKEYKEY&x=1', 'token=…&x=1'],
])('hides keys in %s', (text, shown) => {
  expect(describeFault(new Error(text))).toEqual(typeof shown === 'string' ? shown : expect.stringMatching(shown))
  if (typeof shown === 'string')
    expect(describeFault(new Error('failed', { cause: new Error(text) }))).not.toContain('KEYKEYKEY')
})

test('shows neither a statement nor its values, and names a database that is away', () => {
  const cause = Object.assign(new Error('value too long'), { name: 'PostgresError', code: '22001' })
  const shown = describeFault(new FailedQuery('insert into secrets values ($1)', cause))
  expect(shown).toBe('Postgres refused a statement: data exception 22001')
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(describeFault(new FailedQuery('select 1', away))).toBe('Postgres cannot answer (ECONNREFUSED)')
})
