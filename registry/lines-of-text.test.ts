import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Schema } from '@/server/api/schema-parts'
import { ENDPOINTS } from './endpoints'
import { fieldsIn, procedureInputs } from './fields-in.test-data'

const LINE = 'Plain words of twenty!'
/** A bell, a line break, one of C1, half of a surrogate pair. */
const ODD = ['\u0007', '\n', '\u0085', '\ud800'].map((character) => LINE.replace(' ', character))

/** Texts that no person writes: the operation looks them up or parses them, or they are secrets. */
const OTHERS = new Set([
  ...[
    'address',
    'addresses',
    'fromAddress',
    'toAddress',
    'tokenAddress',
    'contractAddress',
    'tokenAdmin',
    'paymentToken',
    'to',
    'from',
  ],
  // A declaration and its arguments are parsed.
  ...['function', 'errors', 'args', 'value'],
  // An authenticator sends them, and unknown ones are left out.
  'transports',
  // Messages and typed data are signed to the letter.
  ...['text', 'domain', 'message'],
  ...['amount', 'threshold', 'keep', 'sweepLeast', 'capabilities', 'version', 'url', 'webhookUrl'],
  ...['grant_type', 'client_id', 'scope', 'client_secret', 'webhookSecret', 'current', 'next', 'password', 'publicKey'],
])

const takes = (schema: Schema, text: string) => z.safeParse(schema, text).success

/** Fields that take a line of words. What is behind a pipe is judged by the pipe. */
function linesIn(schema: Schema) {
  const fields = fieldsIn(schema).filter(({ path }) => path.length > 0)
  return fields.filter(({ path, schema: field }) => {
    const outermost = fields.find((other) => other.path.join('.') === path.join('.'))
    return field === outermost?.schema && takes(field, LINE)
  })
}

const bodies = ENDPOINTS.flatMap(({ id, body }) => (body ? [{ name: id, schema: body }] : []))
const inputs = [...bodies, ...procedureInputs.filter(({ type }) => type === 'mutation')]
const lines = inputs.flatMap(({ name, schema }) => linesIn(schema).map((line) => ({ ...line, name })))

test('no label, name or reason takes control characters, in the API or in the portal', () => {
  expect(lines.length).toBeGreaterThan(30)
  const odd = lines
    .filter(
      ({ schema, path }) =>
        !OTHERS.has(path.filter((name) => name !== '*').at(-1) ?? '') && ODD.some((text) => takes(schema, text)),
    )
    .map(({ name, path }) => `${name} ${path.join('.')}`)
  expect(odd).toEqual([])
})
