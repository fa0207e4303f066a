import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribeBody, subscribeQuery } from '@/schemas/payments/contract'
import { payCode } from './pay-code'

let folder: string
/** A `curl` that notes its arguments and answers with what the token endpoint would say. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-'))
  const note = `#!/bin/sh\nprintf '%s\\n' "$@" '--' >> '${folder}/calls'\nprintf '{"access_token":"ey.to.ken"}'\n`
  writeFileSync(join(folder, 'curl'), note, { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(code: string) {
  writeFileSync(join(folder, 'calls'), '')
  const env = { NODE_ENV: 'test', HOME: folder, PATH: `${folder}:/usr/local/bin:/usr/bin:/bin` } as const
  const { status, stderr } = spawnSync('sh', ['-c', code], { env, encoding: 'utf8' })
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('--\n').filter(Boolean)
  return { status, stderr, calls: calls.map((call) => call.trim().split('\n')) }
}

test('the guide’s code prices a top-up and opens it, with bodies that are taken', () => {
  const code = payCode('https://api.example').replace("SLIPWAY_API_KEY=''", "SLIPWAY_API_KEY='sk_live_x'")
  const { status, stderr, calls } = run(code)
  expect({ status, stderr, calls: calls.length }).toEqual({ status: 0, stderr: '', calls: 3 })
  const [, quote = [], open = []] = calls
  for (const call of [quote, open]) {
    expect(call).toContain('Authorization: Bearer ey.to.ken')
    const body: unknown = JSON.parse(call.find((argument) => argument.startsWith('{')) ?? '')
    expect(subscribeBody.safeParse(body).success).toBe(true)
  }
  expect(quote).toContain('https://api.example/v1/payments/quote')
  const url = new URL(open.find((argument) => argument.startsWith('https:')) ?? '')
  expect(url.pathname).toBe('/v1/payments/subscribe')
  expect(subscribeQuery.safeParse(Object.fromEntries(url.searchParams)).success).toBe(true)
  expect(open.some((argument) => /^Idempotency-Key: [0-9a-f]{32}$/.test(argument))).toBe(true)
})

test('without a key it says so and calls nothing', () => {
  const { status, stderr, calls } = run(payCode('https://api.example'))
  expect(status).not.toBe(0)
  expect(stderr).toContain('is empty: put your live key into the first line')
  expect(calls).toEqual([])
})
