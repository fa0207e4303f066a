import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VERIFY_WEBHOOK } from '@/components/guides/verify-webhook'
import { readReference } from '@/components/reference/read-reference'
import { toPython, toTypeScript } from '@/components/reference/to-programs'
import { openApiDocument } from '@/server/api/openapi/document'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { signStandard } from './sign-standard'

const raw = 'a secret of the caller'
const project = `whsec_${Buffer.from('thirty-two bytes of a secret key').toString('base64')}`
const keys = new Map([
  [raw, Buffer.from(raw)],
  [project, Buffer.from('thirty-two bytes of a secret key')],
])
const body = JSON.stringify({ type: 'wallet.transfer.completed', data: { amount: '1.25', name: 'Ōkà' } })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function signed(secret: string, secondsAgo = 0): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  const own = [Buffer.from('a newer key'), keys.get(secret) ?? Buffer.alloc(0)]
  return signStandard(own, { id: 'a', timestamp, body })
}

type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean | Promise<boolean>

const verify = z.object({ isFromSlipway: z.custom<(s: string, h: Headers, b: string) => boolean>() })

const byTypeScript: Verify = async (secret, headers, text) => {
  const file = join(folder, 'verify.ts')
  await writeFile(file, VERIFY_WEBHOOK.TypeScript)
  return verify.parse(await import(file)).isFromSlipway(secret, new Headers(headers), text)
}

const byPython: Verify = (secret, headers, text) => {
  const call =
    'import json, sys\nsecret, headers, body = json.loads(sys.stdin.read())\nprint(is_from_slipway(secret, headers, body.encode()))'
  const input = JSON.stringify([secret, headers, text])
  const { stdout } = spawnSync('python3', ['-c', `${VERIFY_WEBHOOK.Python}\n${call}`], { input, encoding: 'utf8' })
  return stdout.trim() === 'True'
}

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.each([
  ['TypeScript', byTypeScript, true],
  ['Python', byPython, hasPython],
])('the code of the guide in %s', (_language, isFromSlipway, canRun) => {
  test.runIf(canRun)('takes what we sign, with either kind of secret', async () => {
    for (const secret of keys.keys()) expect(await isFromSlipway(secret, signed(secret), body)).toBe(true)
  })

  test.runIf(canRun)('refuses another body, another secret and an old delivery', async () => {
    expect(await isFromSlipway(raw, signed(raw), `${body} `)).toBe(false)
    expect(await isFromSlipway('another secret, as long', signed(raw), body)).toBe(false)
    expect(await isFromSlipway(raw, signed(raw, 3_600), body)).toBe(false)
  })
})

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
