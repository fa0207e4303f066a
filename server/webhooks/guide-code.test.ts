import { spawnSync } from 'node:child_process'
import { transform } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReference } from '@/components/reference/read-reference'
import { programsOf } from '@/components/reference/to-programs'
import { webhookVectors } from '@/dev/sdk/webhook-vectors'
import { ENDPOINTS } from '@/registry/endpoints'
import { openApiDocument } from '@/server/api/openapi/document'
import { hasPython, openSnippets } from '@/server/testing/run-snippets'

const vectors = webhookVectors().filter(({ scheme }) => scheme === 'standard')
const [{ now } = { now: 0 }] = vectors

describe.each(openSnippets((language) => `Verify in ${language}`, { now }))(
  'the code of the guide in $language',
  ({ language, isFromSlipway, canRun, prepare }) => {
    if (!canRun) {
      test.skip(`NOT RUN: this machine has no ${language}`, () => {})
      return
    }
    beforeAll(async () => prepare?.(), 300_000)

    test.each(vectors)('$name: $isValid', async ({ secret: { kind, text }, headers, body, isValid }) => {
      expect(await isFromSlipway({ text, isOwn: kind === 'own' }, headers, body)).toBe(isValid)
    })
  },
)

describe('the code of the reference', () => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.slipway.test')))
  const operations = readReference(document, []).groups.flatMap((group) => group.operations)

  test.each(operations.map((operation) => [operation.summary, operation] as const))('%s parses', async (_name, one) => {
    const programs = programsOf(one, 'https://api.slipway.test')
    const programIn = (language: string) => programs.find((program) => program.language === language)?.code ?? ''
    const typeScript = await transform(programIn('TypeScript'), { loader: 'ts', format: 'esm' })
    expect(typeScript.code).toContain(`slipway.${one.id}(`)
    if (!hasPython) return
    const input = programIn('Python')
    const parse = 'import ast, sys\nast.parse(sys.stdin.read())'
    expect(spawnSync('python3', ['-c', parse], { input, encoding: 'utf8' }).stderr).toBe('')
  })
})
