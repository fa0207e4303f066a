import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCurl } from '@/components/reference/to-curl'
import { firstCallCode } from './first-call-code'
import { liveKeyProblem } from './live-key-problem'

const KEY = `sk_live_${'a1B'.repeat(16)}`
const TOKEN = '{"access_token":"ey.to.ken","token_type":"Bearer","expires_in":600}'
const RANDOM = /^[0-9a-f]{32}$/

/** The shells that are here; macOS has the same sh, bash and zsh. */
const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0)

let folder: string

/** A `curl` that notes its arguments and answers with what the token endpoint would say. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippets-'))
  writeFileSync(
    join(folder, 'curl'),
    `#!/bin/sh\nprintf '%s\\n' "$@" '--' >> '${folder}/calls'\nprintf '%s' "$ANSWER"\n`,
    { mode: 0o755 },
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(shell: string, code: string, env: Record<string, string> = {}) {
  writeFileSync(join(folder, 'calls'), '')
  const { status, stderr } = spawnSync(shell, ['-c', code], {
    env: { NODE_ENV: 'test', HOME: folder, PATH: `${folder}:/usr/local/bin:/usr/bin:/bin`, ANSWER: TOKEN, ...env },
    encoding: 'utf8',
  })
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('--\n').filter(Boolean)
  return { status, stderr, calls: calls.map((call) => call.trim().split('\n')) }
}

function idempotencyKey(call: string[] | undefined): string | undefined {
  return call?.find((argument) => argument.startsWith('Idempotency-Key: '))?.slice('Idempotency-Key: '.length)
}

describe.each(SHELLS)('in %s', (shell) => {
  const code = firstCallCode({ baseUrl: 'https://api.example', key: KEY, hint: 'sk_live_…' })

  test('the first call obtains a token and makes a wallet under a new key', () => {
    const { status, stderr, calls } = run(shell, code)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(calls[0]).toContain(`{"grant_type":"client_credentials","client_secret":"${KEY}"}`)
    expect(calls[1]).toContain('Authorization: Bearer ey.to.ken')
    expect(idempotencyKey(calls[1])).toMatch(RANDOM)
    expect(idempotencyKey(run(shell, code).calls[1])).not.toBe(idempotencyKey(calls[1]))
  })

  test('a blank key says so, and nothing is called', () => {
    const blank = firstCallCode({ baseUrl: 'https://api.example', key: '', hint: 'sk_live_…' })
    const { status, stderr, calls } = run(shell, blank)
    expect(status).not.toBe(0)
    expect(stderr).toContain('SLIPWAY_API_KEY')
    expect(stderr).toContain('is empty: put your live key into the first line')
    expect(calls).toEqual([])
  })

  test('a key that is refused says so, and no wallet is asked for', () => {
    const { status, stderr, calls } = run(shell, code, { ANSWER: '{"error":"invalid_client"}' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('no token was given for this key')
    expect(calls).toHaveLength(1)
  })

  test('a call of the reference has a new key each time, and says when there is no token', () => {
    const operation = {
      id: 'x',
      method: 'POST',
      path: '/v1/x',
      summary: 'X',
      description: '',
      needsToken: true,
      scope: null,
      parameters: [
        {
          name: 'Idempotency-Key',
          location: 'header',
          example: '',
          required: true,
          type: 'string',
          description: '',
          choices: [],
          rules: [],
        },
      ],
      body: { contentTypes: [], fields: [], example: `{"label":"it's"}` },
      replies: [],
    } as const satisfies Parameters<typeof toCurl>[0]
    const curl = toCurl(operation, 'https://api.example')
    const keys = [1, 2].map(() => idempotencyKey(run(shell, curl, { TOKEN: 'ey' }).calls[0]))
    expect(keys[0]).toMatch(RANDOM)
    expect(keys[1]).not.toBe(keys[0])
    expect(run(shell, curl, { TOKEN: 'ey' }).calls[0]).toContain(`{"label":"it's"}`)
    expect(run(shell, curl)).toMatchObject({
      calls: [],
      stderr: expect.stringContaining('put an access token in TOKEN first'),
    })
  })
})

test.each([
  [KEY, null],
  [`sk_test_${'a'.repeat(49)}`, expect.stringContaining('test key')],
  [`${KEY}'; curl evil.test; '`, expect.any(String)],
  ['sk_live_', expect.any(String)],
  ['password', expect.any(String)],
])('%s as a live key: %s', (text, problem) => {
  expect(liveKeyProblem(text)).toEqual(problem)
})
