import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from './bundle-programs'
import { type RunningAnvil, startAnvil } from './chains/anvil'
import { readChainTime } from './chains/chain-clock'
import { findFreePort } from './free-port'
import { writeStackFacts } from './stack-file'

const PROJECT = join(import.meta.dirname, '..')
const SIGN_IN = { email: 'someone@example.com', password: 'secret' }
const DAY = 86_400
const LONG = { timeout: 240_000 }
const USAGE = 'Usage: npm run travel -- <seconds> [chain id]'

let home: string
let program: string
let chains: RunningAnvil[]

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'slipway-travel-'))
  program = await bundleProgram('dev/travel.ts')
  const start = async (chainId: number) =>
    startAnvil({ chainId, port: await findFreePort(), logFile: join(home, `${chainId}.log`) })
  chains = [await start(84532), await start(31337)]
  writeStackFacts(home, {
    baseUrl: 'http://127.0.0.1:1',
    demo: { businessId: '', projectId: '', liveKey: '', testKey: '' },
    signIns: { operator: SIGN_IN, support: SIGN_IN, owner: SIGN_IN, developer: SIGN_IN, viewer: SIGN_IN },
    evm: chains.map(({ chainId, rpcUrl }) => ({ chainId, rpcUrl, tokens: [], faucetPrivateKey: '' })),
    solana: [],
    databaseUrl: '',
    jobEngineUrl: '',
    bank: null,
    pids: { start: process.pid },
  })
})
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()))
  rmSync(home, { recursive: true })
})

async function travel(args: readonly string[], from = home) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: PROJECT,
    env: { ...process.env, SLIPWAY_HOME: from },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, out: out.trim(), err: err.trim() }
}

test('a day later it is a day later on one chain, and the other stays', LONG, async () => {
  const [first, other] = chains
  if (!first || !other) throw new Error('two chains run')
  const [before, beforeOther] = [await readChainTime(first.rpcUrl), await readChainTime(other.rpcUrl)]
  const { code, out, err } = await travel([String(DAY)])
  const after = await readChainTime(first.rpcUrl)
  expect({ code, out, err }).toEqual({
    code: 0,
    err: '',
    out: `Chain 84532 is at ${new Date(after * 1_000).toISOString()}`,
  })
  expect(after - before).toBeGreaterThanOrEqual(DAY)
  expect(await readChainTime(other.rpcUrl)).toBe(beforeOther)
})

test.each([
  ['nothing at all', [], USAGE],
  ['a way back', ['-60'], USAGE],
  ['a word', ['tomorrow'], USAGE],
  ['more than a century', ['9999999999'], 'A chain is moved on by at most a hundred years.'],
  ['a chain there is not', ['60', '7'], 'Chain 7 has no clock here: these have one: 84532, 31337.'],
  [
    'more than relayed transactions live',
    [String(30 * DAY), '31337'],
    'Chain 31337 may be 29 days ahead at most: its transactions are signed for 30 days.',
  ],
])('%s is refused in one sentence', LONG, async (_what, args, err) => {
  expect(await travel(args)).toEqual({ code: 1, out: '', err })
})

test('where no stack runs, it says so', LONG, async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'slipway-travel-'))
  const err = 'No running stack was found: start one with npm start in another terminal.'
  expect(await travel(['60'], elsewhere)).toEqual({ code: 1, out: '', err })
  rmSync(elsewhere, { recursive: true })
})
