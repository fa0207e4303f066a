import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { codeOf } from '@/components/guides/guide'
import { listGuides } from '@/components/guides/guides'

/** `isOwn`: the secret came with a request. Code for event subscriptions does not ask for it. */
type Secret = { text: string; isOwn?: boolean }
export type Verify = (secret: Secret, headers: Record<string, string>, body: string) => boolean | Promise<boolean>
type Language = 'TypeScript' | 'Python' | 'Go' | 'PHP'
type Runner = { language: Language; isFromSlipway: Verify; canRun: boolean; prepare?: () => Promise<void> }

/** As they stand on the page. */
const code = new Map(
  listGuides('https://api.slipway.test')
    .flatMap(codeOf)
    .map((block) => [block.title, block.code]),
)
const isThere = (command: string, option: string) => spawnSync(command, [option]).status === 0
export const hasPython = isThere('python3', '--version')
const hasGo = isThere('go', 'version')
const hasPhp = isThere('php', '--version')
const verify = z.object({ isFromSlipway: z.custom<(...given: unknown[]) => boolean>() })

/** How each language asks for the seconds of now. */
const CLOCKS: Record<Language, [ask: string, set: (seconds: number) => string]> = {
  TypeScript: ['Date.now()', (seconds) => `${seconds * 1_000}`],
  Python: ['time.time()', String],
  Go: ['time.Now()', (seconds) => `time.Unix(${seconds}, 0)`],
  PHP: ['time()', String],
}

/**
 * The verifying code of the guides, each in its own language, under these titles (`Verify in Go`). `now`: unix seconds
 * that it takes for now.
 */
export function openSnippets(titleOf: (language: Language) => string, { now }: { now?: number } = {}): Runner[] {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  function snippet(language: Language): string {
    const text = code.get(titleOf(language))
    if (text === undefined) throw new Error(`the page has no code in ${language}`)
    if (now === undefined) return text
    const [ask, set] = CLOCKS[language]
    expect(text).toContain(ask)
    return text.replace(ask, set(now))
  }

  const byTypeScript: Verify = async (secret, headers, text) => {
    const file = join(folder, 'verify.ts')
    await writeFile(file, snippet('TypeScript'))
    return verify.parse(await import(file)).isFromSlipway(...given(secret), new Headers(headers), text)
  }

  const byPython: Verify = (secret, headers, text) => {
    const call =
      'import json, sys\n*secret, headers, body = json.loads(sys.stdin.read())\nprint(is_from_slipway(*secret, headers, body.encode()))'
    return said('python3', ['-c', `${snippet('Python')}\n${call}`], [...given(secret), headers, text])
  }

  /** A program of the snippet's package and one that calls it. */
  async function buildGo(): Promise<void> {
    await mkdir(join(folder, 'go', 'hooks'), { recursive: true })
    await writeFile(join(folder, 'go', 'go.mod'), 'module hooks\n\ngo 1.19\n')
    const isAsked = snippet('Go').includes('isOwn bool')
    const main = isAsked ? GO_MAIN : GO_MAIN.replace('given.IsOwn, ', '')
    await writeFile(join(folder, 'go', 'main.go'), main)
    await writeFile(join(folder, 'go', 'hooks', 'verify.go'), snippet('Go'))
    const options = { cwd: join(folder, 'go'), encoding: 'utf8', env: { ...process.env, CGO_ENABLED: '0' } } as const
    const { stderr, status } = spawnSync('go', ['build', '-o', 'verify', '.'], options)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  }

  const byGo: Verify = (secret, headers, text) =>
    said(join(folder, 'go', 'verify'), [], {
      Secret: secret.text,
      IsOwn: secret.isOwn ?? false,
      Headers: headers,
      Body: text,
    })

  const byPhp: Verify = async (secret, headers, text) => {
    const file = join(folder, 'verify.php')
    const call =
      '$given = json_decode(stream_get_contents(STDIN), true);\necho isFromSlipway(...$given) ? "true" : "false";'
    await writeFile(file, `${snippet('PHP')}\n${call}\n`)
    return said('php', [file], [...given(secret), headers, text])
  }

  return [
    { language: 'TypeScript', isFromSlipway: byTypeScript, canRun: true },
    { language: 'Python', isFromSlipway: byPython, canRun: hasPython },
    { language: 'Go', isFromSlipway: byGo, canRun: hasGo, prepare: buildGo },
    { language: 'PHP', isFromSlipway: byPhp, canRun: hasPhp },
  ]
}

const GO_MAIN = `package main

import ("encoding/json"; "fmt"; "net/http"; "os"; "hooks/hooks")

func main() {
	var given struct { Secret, Body string; IsOwn bool; Headers map[string]string }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil { panic(err) }
	headers := http.Header{}
	for name, value := range given.Headers { headers.Set(name, value) }
	fmt.Println(hooks.IsFromSlipway(given.Secret, given.IsOwn, headers, []byte(given.Body)))
}
`

/** A secret as the code takes it: with or without a word on whose it is. */
function given({ text, isOwn }: Secret): unknown[] {
  return isOwn === undefined ? [text] : [text, isOwn]
}

/** The output of a program, `true` or `false`; anything else fails. */
function said(command: string, args: string[], input: unknown): boolean {
  const { stdout, stderr } = spawnSync(command, args, { input: JSON.stringify(input), encoding: 'utf8' })
  const word = stdout.trim().toLowerCase()
  expect({ stderr, word }).toEqual({ stderr: '', word: expect.stringMatching(/^(true|false)$/) })
  return word === 'true'
}
