import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listGuides } from '@/components/guides/guides'
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

/** As they stand on the page. */
const code = new Map(
  listGuides('https://api.slipway.test')
    .flatMap((guide) => guide.code)
    .map((block) => [block.title, block.code]),
)
function snippet(language: string): string {
  const text = code.get(`Verify in ${language}`)
  if (text === undefined) throw new Error(`the page has no code in ${language}`)
  return text
}

const isThere = (command: string, option: string) => spawnSync(command, [option]).status === 0
const hasPython = isThere('python3', '--version')
const hasGo = isThere('go', 'version')
const hasPhp = isThere('php', '--version')

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
  await writeFile(file, snippet('TypeScript'))
  return verify.parse(await import(file)).isFromSlipway(secret, new Headers(headers), text)
}

const byPython: Verify = (secret, headers, text) => {
  const call =
    'import json, sys\nsecret, headers, body = json.loads(sys.stdin.read())\nprint(is_from_slipway(secret, headers, body.encode()))'
  return said('python3', ['-c', `${snippet('Python')}\n${call}`], [secret, headers, text])
}

const GO_MAIN = `package main

import ("encoding/json"; "fmt"; "net/http"; "os"; "hooks/hooks")

func main() {
	var given struct { Secret, Body string; Headers map[string]string }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil { panic(err) }
	headers := http.Header{}
	for name, value := range given.Headers { headers.Set(name, value) }
	fmt.Println(hooks.IsFromSlipway(given.Secret, headers, []byte(given.Body)))
}
`

/** A program of the snippet's package and one that calls it. */
async function buildGo(): Promise<void> {
  await mkdir(join(folder, 'go', 'hooks'), { recursive: true })
  await writeFile(join(folder, 'go', 'go.mod'), 'module hooks\n\ngo 1.19\n')
  await writeFile(join(folder, 'go', 'main.go'), GO_MAIN)
  await writeFile(join(folder, 'go', 'hooks', 'verify.go'), snippet('Go'))
  const options = { cwd: join(folder, 'go'), encoding: 'utf8', env: { ...process.env, CGO_ENABLED: '0' } } as const
  const { stderr, status } = spawnSync('go', ['build', '-o', 'verify', '.'], options)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
}

const byGo: Verify = (secret, headers, text) =>
  said(join(folder, 'go', 'verify'), [], { Secret: secret, Headers: headers, Body: text })

const byPhp: Verify = async (secret, headers, text) => {
  const file = join(folder, 'verify.php')
  const call =
    '[$secret, $headers, $body] = json_decode(stream_get_contents(STDIN), true);\necho isFromSlipway($secret, $headers, $body) ? "true" : "false";'
  await writeFile(file, `${snippet('PHP')}\n${call}\n`)
  return said('php', [file], [secret, headers, text])
}

/** What a program printed, `true` or `false`: anything else is a failure of its own. */
function said(command: string, args: string[], input: unknown): boolean {
  const { stdout, stderr } = spawnSync(command, args, { input: JSON.stringify(input), encoding: 'utf8' })
  const word = stdout.trim().toLowerCase()
  expect({ stderr, word }).toEqual({ stderr: '', word: expect.stringMatching(/^(true|false)$/) })
  return word === 'true'
}

describe.each([
  { language: 'TypeScript', isFromSlipway: byTypeScript, canRun: true },
  { language: 'Python', isFromSlipway: byPython, canRun: hasPython },
  { language: 'Go', isFromSlipway: byGo, canRun: hasGo, prepare: buildGo },
  { language: 'PHP', isFromSlipway: byPhp, canRun: hasPhp },
])('the code of the guide in $language', ({ language, isFromSlipway, canRun, prepare }) => {
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
