import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { waitUntil } from '@/dev/wait-until'
import { createMints } from './create-mints'
import { type RunningSolana, startSolana } from './start-solana'
import { journalFileOf } from './state-files'
import { connectTest } from './testing/connect-test'

const SOL = LAMPORTS_PER_SOL

let home: string
let stateFile: string
let solana: RunningSolana | undefined
let child: ChildProcess | undefined

// Below the repository, where packages are found.
const bundles = join(process.cwd(), 'dist', `solana-test-${process.pid}`)
const main = join(bundles, 'main.mjs')

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
})

afterAll(() => {
  rmSync(bundles, { recursive: true, force: true })
})

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'slipway-solana-'))
  stateFile = join(home, '103.json')
})

afterEach(async () => {
  await solana?.stop()
  child?.kill('SIGKILL')
  solana = undefined
  child = undefined
  rmSync(home, { recursive: true, force: true })
})

async function open() {
  solana = await startSolana({ port: await findFreePort(), stateFile, slotMs: 0 })
  return connectTest(solana.rpcUrl)
}

async function close() {
  await solana?.stop()
  solana = undefined
}

/** The cluster as `npm start` runs it: a process of its own. */
async function spawnCluster() {
  const port = await findFreePort()
  const flags = ['--port', String(port), '--state-file', stateFile, '--slot-ms', '50']
  child = spawn(process.execPath, [main, ...flags], {
    stdio: 'inherit',
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  const isUp = async () => (await fetch(`${rpcUrl}/health`).catch(() => null))?.ok === true
  expect(await waitUntil(isUp, { timeoutMs: 60_000 })).toBe(true)
  return connectTest(rpcUrl)
}

async function kill(signal: NodeJS.Signals) {
  if (!child) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

describe('the state file', () => {
  it('keeps balances, mints and statuses over an orderly stop', async () => {
    const first = await open()
    const tokens = await createMints(first.connection.rpcEndpoint)
    const [from, to] = [await first.makeFunded(), Keypair.generate().publicKey]
    const signature = await first.send([from], [first.transfer(from, to, SOL)])
    const genesis = await first.connection.getGenesisHash()
    await close()

    const second = await open()
    expect(await createMints(second.connection.rpcEndpoint)).toEqual(tokens)
    expect(await second.connection.getBalance(to)).toBe(SOL)
    expect(await second.connection.getGenesisHash()).toBe(genesis)
    expect(await second.status(signature)).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
    const found = await second.connection.getTransaction(signature, { commitment: 'confirmed' })
    expect(found?.meta?.postBalances).toEqual([9 * SOL - 5_000, SOL, 1])
    expect((await second.connection.getSignaturesForAddress(to, {}, 'confirmed')).length).toBe(1)
  })

  it('keeps a blockhash alive over a restart, and what it signed from landing twice', async () => {
    const first = await open()
    const [from, to] = [await first.makeFunded(), Keypair.generate().publicKey]
    const [landed, waiting] = [
      await first.sign([from], [first.transfer(from, to, SOL)]),
      await first.sign([from], [first.transfer(from, to, 2 * SOL)]),
    ]
    await first.connection.sendTransaction(landed)
    await close()

    const second = await open()
    await second.connection.sendTransaction(landed, { skipPreflight: true })
    expect(await second.connection.getBalance(to)).toBe(SOL)
    await second.connection.sendTransaction(waiting)
    expect(await second.connection.getBalance(to)).toBe(3 * SOL)
  })

  it('keeps a transaction that was taken back away', async () => {
    const first = await open()
    const [from, to] = [await first.makeFunded(), Keypair.generate().publicKey]
    await first.control('advanceSlots', 1)
    const transaction = await first.sign([from], [first.transfer(from, to, SOL)])
    const signature = await first.connection.sendTransaction(transaction)
    await first.control('rollBack', 1)
    await close()

    const second = await open()
    expect(await second.status(signature, true)).toBeNull()
    expect(await second.connection.getBalance(from.publicKey)).toBe(10 * SOL)
    await second.connection.sendTransaction(transaction)
    expect(await second.connection.getBalance(to)).toBe(SOL)
  })

  it('keeps everything it answered over SIGKILL, and its slots never go back', async () => {
    const first = await spawnCluster()
    const [from, to] = [await first.makeFunded(), Keypair.generate().publicKey]
    const sent: string[] = []
    for (const units of [1, 2, 3]) sent.push(await first.send([from], [first.transfer(from, to, units * SOL)]))
    const lone = Keypair.generate().publicKey
    await first.control('setBalance', lone.toBase58(), 5 * SOL)
    const slot = await first.connection.getSlot('processed')
    await kill('SIGKILL')
    // The incomplete line of a write that the kill cut short.
    appendFileSync(journalFileOf(stateFile), '{"event":99,"slot":')

    const second = await spawnCluster()
    expect(await second.connection.getSlot('processed')).toBeGreaterThan(slot)
    expect(await second.connection.getBalance(to)).toBe(6 * SOL)
    expect(await second.connection.getBalance(lone)).toBe(5 * SOL)
    const { value } = await second.connection.getSignatureStatuses(sent, { searchTransactionHistory: true })
    expect(value.map((status) => status?.err)).toEqual([null, null, null])
    await second.send([from], [second.transfer(from, to, SOL)])
    expect(await second.connection.getBalance(to)).toBe(7 * SOL)
    await kill('SIGTERM')
    expect(child?.exitCode).toBe(0)
  })

  it('ends with one sentence where the machine has no build', async () => {
    const env = { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: join(home, 'nothing.node') }
    child = spawn(process.execPath, [main, '--port', '1'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said: Buffer[] = []
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
    await once(child, 'close')
    expect(child.exitCode).toBe(1)
    const text = Buffer.concat(said).toString().trim()
    expect(text).toMatch(
      /^The local Solana cluster has no build for .+: start with SLIPWAY_CHAINS=evm, or install with .+\.$/,
    )
  })

  it('refuses the file of another cluster', async () => {
    await open()
    await close()
    const other = startSolana({ port: await findFreePort(), stateFile, chainId: 101 })
    await expect(other).rejects.toThrow('holds another cluster than 101')
    expect(existsSync(stateFile)).toBe(true)
  })
})
