import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import { REFUSAL_CODES } from '@/server/refusals/refusals'
import { openApiDocument } from './document'

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')

type Json = { [key: string]: unknown }
const json = z.record(z.string(), z.unknown())
const made = (): Json => json.parse(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.slipway.test'))))

test('a stock linter has neither an error nor a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(made()))
    const env = {
      NODE_ENV: 'test' as const,
      PATH: '',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    }
    const args = [CLI, 'lint', file, '--extends', 'recommended', '--format', 'json']
    const { stdout } = await run(process.execPath, args, { cwd: folder, env }).catch((failed) => failed)
    const { totals, problems } = z
      .object({ totals: z.object({ errors: z.int(), warnings: z.int() }), problems: z.array(z.unknown()) })
      .parse(JSON.parse(stdout.slice(stdout.indexOf('{'))))
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('names only formats that OpenAPI and JSON Schema know', () => {
  const formats = new Set(JSON.stringify(made()).match(/"format":"[^"]+"/g))
  const known = ['date', 'date-time', 'email', 'hostname', 'int32', 'int64', 'ipv4', 'ipv6', 'uri', 'uuid']
  expect([...formats].filter((format) => !known.some((name) => format === `"format":"${name}"`))).toEqual([])
})

/** Every property of every schema, with the way to it. */
function propertiesIn(value: unknown, path: string): { path: string; field: Json }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => propertiesIn(item, `${path}/${index}`))
  const node = json.safeParse(value).data
  if (!node) return []
  const own = node.type === 'object' ? Object.entries(json.catch({}).parse(node.properties)) : []
  return [
    ...own.map(([name, field]) => ({ path: `${path}/${name}`, field: json.parse(field) })),
    ...Object.entries(node)
      .filter(([key]) => key !== 'examples' && key !== 'example')
      .flatMap(([key, inner]) => propertiesIn(inner, `${path}/${key}`)),
  ]
}

test('describes every property, with an example of each plain value', () => {
  const properties = propertiesIn(made(), '')
  expect(properties.length).toBeGreaterThan(150)
  const isPlain = ({ field }: { field: Json }) =>
    !(
      '$ref' in field ||
      'anyOf' in field ||
      field.type === 'null' ||
      'const' in field ||
      field.type === 'object' ||
      'items' in field
    )
  expect(properties.filter(({ field }) => !field.description && !('$ref' in field)).map(({ path }) => path)).toEqual([])
  expect(properties.filter((one) => isPlain(one) && !('examples' in one.field)).map(({ path }) => path)).toEqual([])
})

test('describes every parameter, with an example', () => {
  const parameter = z.object({ name: z.string(), description: z.string().min(3), example: z.unknown() })
  const operations = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(parameter) }))) })
    .parse(made())
  const all = Object.values(operations.paths).flatMap((item) => Object.values(item).flatMap((one) => one.parameters))
  expect(all.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
})

/** Every pattern of a value, wherever it is. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}

test('has patterns that other languages read, and that mean what ours mean', () => {
  const patterns = [...new Set(patternsIn(made()))]
  expect(patterns.length).toBeGreaterThan(10)
  for (const pattern of patterns) {
    // Neither classes of Unicode, nor look-behind, nor a bare bracket in a class.
    expect(pattern).not.toMatch(/\\[pP]\{|\(\?|\[\^?(?:\\.|[^\]\\])*(?<!\\)\[/)
    expect(new RegExp(pattern, 'u').source).toBe(new RegExp(pattern).source)
  }
  const [line, key] = ['^[^\\x00-\\x1f\\x7f-\\x9f]*$', '^[^\\x00-\\x1f\\x7f-\\x9f\\[\\]]*$']
  expect(patterns).toEqual(expect.arrayContaining([line, key]))
  for (let code = 0; code < 0xd800; code += 1) {
    const letter = String.fromCharCode(code)
    expect(new RegExp(line ?? '').test(letter)).toBe(/^[^\p{Cc}\p{Cs}]*$/u.test(letter))
    expect(new RegExp(key ?? '').test(letter)).toBe(/^[^\p{Cc}\p{Cs}[\]]*$/u.test(letter))
  }
})

test('takes integers as integers', () => {
  const query = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(json) }))) })
    .parse(made()).paths['/v1/wallet/transaction/history']?.get?.parameters
  expect(query).toContainEqual(
    expect.objectContaining({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
  )
})

test('names one schema of a transaction, and leaves out what only the platform makes', () => {
  const text = JSON.stringify(made())
  expect(text.match(/"senderAddress":\{/g)).toHaveLength(1)
  for (const internal of ['GAS_TOPUP', 'DELEGATE', 'FLOAT_RETURN', 'PLATFORM'])
    expect(text).not.toContain(`"${internal}"`)
})

test('tells which schema a chain type means', () => {
  const mapping = { EVM: '#/components/schemas/EvmTransfer', SOLANA: '#/components/schemas/SolanaTransfer' }
  expect(JSON.stringify(made())).toContain(JSON.stringify({ propertyName: 'chainType', mapping }))
})

test('lists every code of a refusal at some operation, but those of no operation', () => {
  const text = JSON.stringify(json.parse(made().paths))
  const missing = REFUSAL_CODES.filter((code) => !text.includes(`\`${code}\``))
  // A line of a batch is refused so, within an answer that is none.
  expect(missing).toEqual(['path_unknown', 'duplicate_reference'])
})

test('describes every webhook with the headers of its signature', () => {
  const webhooks = z
    .record(z.string(), z.object({ post: z.object({ parameters: z.array(json) }) }))
    .parse(made().webhooks)
  expect(Object.keys(webhooks)).toEqual([
    'wallet.transfer.completed',
    'wallet.transfer.failed',
    'wallet.sign.completed',
    'wallet.sign.failed',
    'wallet.sweep.completed',
    'wallet.sweep.failed',
    'wallet.sweep.stopped',
    'wallet.deposit.confirmed',
    'wallet.deposit.reverted',
    'wallet.deposit.screened',
    'wallet.deposit.cleared',
    'payment.settled',
    'payment.failed',
    'payment.refunded',
    'payment.exception',
    'subscription.activated',
    'subscription.renewed',
    'subscription.past_due',
    'subscription.expired',
    'subscription.canceled',
    'token.deployed',
    'token.failed',
    'token.minted',
    'token.burned',
    'token.transferred',
    'token.paused',
    'token.unpaused',
    'token.called',
    'token.coupon.recorded',
    'token.coupon.funded',
    'token.coupon.paid',
    'token.coupon.defaulted',
    'webhook.test',
    'indexer.event',
  ])
  for (const [kind, { post }] of Object.entries(webhooks)) {
    const headers =
      kind === 'indexer.event'
        ? ['webhook-id', 'X-Indexer-Signature']
        : ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    expect(post.parameters.map(({ name }) => name)).toEqual(headers)
  }
})
