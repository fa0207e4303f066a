import { spawnSync } from 'node:child_process'
import { transform } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReference } from '@/components/reference/read-reference'
import { toPython, toTypeScript } from '@/components/reference/to-programs'
import { openApiDocument } from '@/server/api/openapi/document'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { hasPython, openSnippets } from '@/server/testing/run-snippets'
import { signStandard } from './sign-standard'

const raw = 'a secret of the caller'
const project = `whsec_${Buffer.from('thirty-two bytes of a secret key').toString('base64')}`
const keys = new Map([
  [raw, Buffer.from(raw)],
  [project, Buffer.from('thirty-two bytes of a secret key')],
])
const body = JSON.stringify({ type: 'wallet.transfer.completed', data: { amount: '1.25', name: 'Ōkà' } })

function signed(secret: string, secondsAgo = 0): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  const own = [Buffer.from('a newer key'), keys.get(secret) ?? Buffer.alloc(0)]
  return signStandard(own, { id: 'a', timestamp, body })
}

describe.each(openSnippets((language) => `Verify in ${language}`))(
  'the code of the guide in $language',
  ({ language, isFromSlipway, canRun, prepare }) => {
    if (!canRun) {
      test.skip(`NOT RUN: this machine has no ${language}`, () => {})
      return
    }
    beforeAll(async () => prepare?.(), 300_000)

    test('takes what we sign, with either kind of secret', async () => {
      for (const secret of keys.keys()) expect(await isFromSlipway(secret, signed(secret), body)).toBe(true)
    })

    test('refuses another body, another secret and an old delivery', async () => {
      expect(await isFromSlipway(raw, signed(raw), `${body} `)).toBe(false)
      expect(await isFromSlipway('another secret, as long', signed(raw), body)).toBe(false)
      expect(await isFromSlipway(raw, signed(raw, 3_600), body)).toBe(false)
    })

    test('refuses what has no headers or a time that is none, and does not break', async () => {
      expect(await isFromSlipway(raw, {}, body)).toBe(false)
      expect(await isFromSlipway(raw, signed(raw, Number.NaN), body)).toBe(false)
      expect(await isFromSlipway(raw, { ...signed(raw), 'webhook-signature': 'v1' }, body)).toBe(false)
    })
  },
)

describe('the code of the reference', () => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.slipway.test')))
  const operations = readReference(document, []).groups.flatMap((group) => group.operations)

  test.each(operations.map((operation) => [operation.summary, operation] as const))('%s parses', async (_name, one) => {
    const typeScript = await transform(toTypeScript(one, 'https://api.slipway.test'), { loader: 'ts', format: 'esm' })
    expect(typeScript.code).toContain(one.path)
    if (!hasPython) return
    const input = toPython(one, 'https://api.slipway.test')
    const parse = 'import ast, sys\nast.parse(sys.stdin.read())'
    expect(spawnSync('python3', ['-c', parse], { input, encoding: 'utf8' }).stderr).toBe('')
  })
})
