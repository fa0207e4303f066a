import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readReference } from '@/components/reference/read-reference'
import { programsOf } from '@/components/reference/to-programs'
import { openApiDocument } from '@/server/api/openapi/document'
import { ENDPOINTS } from './endpoints'

const BASE = 'https://api.example'
const document = openApiDocument(ENDPOINTS, BASE)
const programs = readReference(JSON.parse(JSON.stringify(document)), [])
  .groups.flatMap(({ operations }) => operations)
  .flatMap((operation) => programsOf(operation, BASE).map((program) => ({ id: operation.id, ...program })))
const hasPython = spawnSync('python3', ['--version']).status === 0

function ofLanguage(language: string): { id: string; code: string }[] {
  const found = programs.filter((program) => program.language === language)
  expect(found.length).toBe(ENDPOINTS.length)
  return found
}

/** The program of one operation. */
function codeOf(language: string, id: string): string {
  return ofLanguage(language).find((program) => program.id === id)?.code ?? ''
}

describe.each(['curl', 'TypeScript', 'Python'])('in %s', (language) => {
  test('an address has a value for each of its parameters', () => {
    const open = ofLanguage(language).filter(({ code }) => /api\.example[^'"\s]*\{/.test(code) || /: ''/.test(code))
    expect(open.map(({ id }) => id)).toEqual([])
  })

  test('a token is requested with the key', () => {
    expect(codeOf(language, 'createToken')).toContain('SLIPWAY_API_KEY')
    expect(codeOf(language, 'createToken')).not.toContain('sk_live')
  })

  test('a call of a contract has the arguments that its declaration has', () => {
    expect(codeOf(language, 'callContract')).toMatch(/args[\s\S]*spender/)
    expect(codeOf(language, 'readContract')).toMatch(/args[\s\S]*0x/)
  })

  test('a line of a batch names its chain', () => {
    expect(codeOf(language, 'createTransferBatch')).toContain('84532')
  })
})

test('the Python of each operation imports what it uses, and shows a refusal', () => {
  for (const { id, code } of ofLanguage('Python')) {
    const [imports = '', ...rest] = code.split('\n')
    for (const name of ['os', 'uuid'])
      expect([id, name, imports.includes(name)]).toEqual([id, name, rest.join('\n').includes(`${name}.`)])
    expect(code).toContain('except urllib.error.HTTPError')
  }
})

test('a stream is read line by line', () => {
  expect(codeOf('Python', 'streamEvents')).not.toContain('json.load(response)')
  expect(codeOf('curl', 'streamEvents')).toContain('curl -N')
})

test.runIf(hasPython)('Python compiles each of its programs', () => {
  const input = JSON.stringify(ofLanguage('Python').map(({ code }) => code))
  const check = 'import json, sys\nfor code in json.load(sys.stdin): compile(code, "page", "exec")'
  const { status, stderr } = spawnSync('python3', ['-c', check], { input, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
