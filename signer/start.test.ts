import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { TEST_SIGNER_SECRET } from '@/db/testing-database'
import { bundleProgram } from '@/dev/bundle-programs'
import { findFreePort } from '@/dev/free-port'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { startSigner, TEST_SEED_KEK } from '@/server/testing/start-signer'
import { testEnvironment } from '@/server/testing/test-database'

const database = openDatabase({ hasSigner: true })
const running: ChildProcess[] = []
let programs: { front: string; signer: string }
let signer: Awaited<ReturnType<typeof startSigner>>

beforeAll(async () => {
  // Other suites use these bundles too.
  programs = { front: await bundleProgram('front/server.ts'), signer: await bundleProgram('signer/server.ts') }
  signer = await startSigner(database.url)
  await signer.stop()
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await signer.stop()
})

const OF_SIGNER = { SIGNER_SECRET: TEST_SIGNER_SECRET, SEED_KEK: TEST_SEED_KEK }
const SLOW = { timeout: 60_000, interval: 50 }

/** Starts a process of the product, as an app beside the signer unless `variables` say otherwise. */
async function start(program: keyof typeof programs, variables: Record<string, string> = {}) {
  const port = await findFreePort()
  const withoutPassword = new URL(database.url)
  withoutPassword.password = ''
  const env = {
    ...{ ...process.env, ...testEnvironment(database.url), LOG_LEVEL: 'info', NODE_ENV: 'production' as const },
    ...{ SIGNER_SOCKET: signer.socket, DATABASE_URL: withoutPassword.toString(), PORT: String(port), ...variables },
  }
  const child = spawn(process.execPath, [programs[program]], { env })
  running.push(child)
  const output = text(child.stdout)
  return {
    checks: async (): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (!answer) return null
      const { keys, signer: word } = (await answer.json()).checks
      return { keys, signer: word }
    },
    end: async () => {
      const [code] = await once(child, 'exit')
      const lines = (await output).split('\n').filter(Boolean)
      return { code, said: lines.map((line) => JSON.parse(line)).find(({ level }) => level === 60)?.msg }
    },
  }
}

it('an app starts without its signer, is ready once that answers, and stays so when it goes', async () => {
  const app = await start('front')
  await vi.waitFor(async () => expect(await app.checks()).toMatchObject({ keys: 'signer_silent' }), SLOW)
  expect(await alarmedOf('signer_silent')).toEqual(['SIGNER_SOCKET'])
  await signer.start()
  await vi.waitFor(async () => expect(await app.checks()).toEqual({ keys: 'ok', signer: 'ok' }), SLOW)
  await signer.stop()
  await vi.waitFor(async () => expect(await app.checks()).toEqual({ keys: 'ok', signer: 'signer_silent' }), SLOW)
  await signer.start()
  await vi.waitFor(async () => expect(await app.checks()).toEqual({ keys: 'ok', signer: 'ok' }), SLOW)
}, 240_000)

it.each([
  ['the signer’s secrets', 'front', { ...OF_SIGNER }, /^SIGNER_SECRET is wrong \(only the signer and migrations/],
  [
    'another key of seeds',
    'signer',
    { ...OF_SIGNER, SEED_KEK: `local:${Buffer.alloc(32, 77).toString('base64')}` },
    /^SEED_KEK lacks the key local:/,
  ],
  [
    'a login that Postgres refuses',
    'signer',
    { ...OF_SIGNER, SIGNER_SECRET: Buffer.alloc(32, 78).toString('base64') },
    /^Postgres refuses the login that comes from the first of SIGNER_SECRET/,
  ],
  ['nothing of its own', 'signer', {}, /^SIGNER_SECRET is missing/],
] as const)(
  'a process with %s does not start',
  async (_name, program, variables, said) => {
    const given = variables === 'owner' ? { DATABASE_URL: database.url } : variables
    const process = await start(program, given)
    expect(await process.end()).toEqual({ code: 78, said: expect.stringMatching(said) })
  },
  120_000,
)

it('a second signer at the same socket ends', async () => {
  await signer.start()
  const second = await start('signer', OF_SIGNER)
  expect(await second.end()).toMatchObject({ code: 1, said: expect.stringMatching(/^another process listens at /) })
})
