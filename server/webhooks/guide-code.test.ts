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
/** Parses each program of a JSON object and prints how many parse, and the errors of the others by name. */
const PARSE_PYTHON = `
import ast, json, sys
errors = {}
programs = json.load(sys.stdin)
for name, code in programs.items():
    try:
        ast.parse(code)
    except SyntaxError as error:
        errors[name] = str(error)
print(json.dumps({'parsed': len(programs) - len(errors), 'errors': errors}))
`

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

  const codeIn = (language: string, operation: (typeof operations)[number]) =>
    programsOf(operation, 'https://api.slipway.test').find((program) => program.language === language)?.code ?? ''

  test.each(operations.map((operation) => [operation.summary, operation] as const))('%s parses', async (_name, one) => {
    const { code } = await transform(codeIn('TypeScript', one), { loader: 'ts', format: 'esm' })
    expect(code).toContain(`slipway.${one.id}(`)
  })

  test.skipIf(!hasPython)('parses in Python', () => {
    const programs = Object.fromEntries(operations.map((operation) => [operation.id, codeIn('Python', operation)]))
    expect(Object.values(programs)).not.toContain('')
    const { stdout, stderr } = spawnSync('python3', ['-c', PARSE_PYTHON], {
      input: JSON.stringify(programs),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({ parsed: operations.length, errors: {} })
  })
})
