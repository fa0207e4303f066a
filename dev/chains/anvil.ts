import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stopProcess } from '../stop-process'
import { tailOf } from '../tail-of'
import { waitUntil } from '../wait-until'
import { chooseStateFile, saveSnapshot, startSnapshots } from './anvil-state'
import { storedChainTime } from './chain-clock'
import { keepMining, UNUSED_TIMER_SECONDS } from './keep-mining'

export type AnvilOptions = {
  chainId: number
  port: number
  logFile: string
  /** The file that keeps the chain between starts; without it the chain is thrown away. */
  stateFile?: string
  /** Without it a block is mined for each transaction at once. */
  blockTimeSeconds?: number
  /**
   * This process requests the blocks, and they end with it. For chains that live long: with its own timer of two
   * seconds or less anvil keeps 1,500 states, whatever its options, and each holds the hashes of all blocks.
   */
  isMinedFromHere?: boolean
  /** The age at which a new chain begins, in seconds; a stored chain follows today's clock. */
  bornSecondsAgo?: number
  onSpawn?: (pid: number) => void
}

export type RunningAnvil = {
  chainId: number
  rpcUrl: string
  pid: number
  process: ChildProcess
  stop: () => Promise<void>
}

/** Starts a local EVM chain on 127.0.0.1 and waits until it answers. */
export async function startAnvil(options: AnvilOptions): Promise<RunningAnvil> {
  const { chainId, port, logFile, stateFile } = options
  mkdirSync(dirname(logFile), { recursive: true })
  if (stateFile) {
    mkdirSync(dirname(stateFile), { recursive: true })
    chooseStateFile(stateFile)
  }
  const log = openSync(logFile, 'a')
  const origin = `http://${randomUUID()}.invalid`
  const child = spawn(findAnvilBinary(), toArguments(options, origin), { stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  const pid = await pidOf(child)
  options.onSpawn?.(pid)
  const rpcUrl = `http://127.0.0.1:${port}`
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const ready = await waitUntil(() => ended() || answersAs(rpcUrl, origin), { timeoutMs: 60_000 })
  if (!ready || ended()) {
    await stopProcess(pid)
    throw new Error(`The local chain ${chainId} did not start.\n${tailOf(logFile, 12)}`)
  }
  const endSnapshots = stateFile ? startSnapshots(rpcUrl, stateFile) : () => {}
  const endBlocks = mineFromHere(rpcUrl, options)
  const end = () => {
    endBlocks()
    endSnapshots()
  }
  child.once('exit', end)
  const stop = async () => {
    end()
    if (stateFile && !ended()) await saveSnapshot(rpcUrl, stateFile).catch(() => {})
    await stopProcess(pid)
  }
  return { chainId, rpcUrl, pid, process: child, stop }
}

/** Answers a function that ends the blocks. */
function mineFromHere(rpcUrl: string, { isMinedFromHere, blockTimeSeconds }: AnvilOptions): () => void {
  if (!isMinedFromHere || blockTimeSeconds === undefined) return () => {}
  const ended = new AbortController()
  void keepMining(rpcUrl, { everyMs: blockTimeSeconds * 1_000, signal: ended.signal })
  return () => ended.abort()
}

function toArguments(options: AnvilOptions, origin: string): string[] {
  const { chainId, port, stateFile, blockTimeSeconds, isMinedFromHere } = options
  const timerSeconds = isMinedFromHere ? UNUSED_TIMER_SECONDS : blockTimeSeconds
  const beginsAt = clockOf(options)
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
    ...['--gas-limit', '60000000', '--balance', '1000000', '--no-request-size-limit', '--quiet'],
    // Sent to every caller: shuts web pages out, and distinguishes this process from another one on its port.
    ...['--allow-origin', origin],
    // "safe" and "finalized" follow the head closely instead of 64 blocks behind.
    ...['--slots-in-an-epoch', '1'],
    // Keeps the last states in memory and none on disk; blocks, transactions and receipts are all kept.
    ...['--prune-history', isMinedFromHere ? '32' : '128'],
    ...(timerSeconds === undefined ? [] : ['--block-time', String(timerSeconds)]),
    // Anvil writes its state at its end only; until then our snapshots keep the chain.
    ...(stateFile === undefined ? [] : ['--state', stateFile, '--state-interval', '86400']),
    ...(beginsAt === null ? [] : ['--timestamp', String(beginsAt)]),
  ]
}

/**
 * The start of the chain's clock, in seconds; null: the current time. A chain whose clock was moved on never starts
 * behind its own blocks.
 */
function clockOf({ stateFile, bornSecondsAgo = 0 }: AnvilOptions): number | null {
  const now = Math.floor(Date.now() / 1_000)
  const stored = stateFile === undefined ? null : storedChainTime(stateFile)
  if (stored !== null) return stored >= now ? stored + 1 : null
  return bornSecondsAgo > 0 ? now - bornSecondsAgo : null
}

async function answersAs(rpcUrl: string, origin: string): Promise<boolean> {
  try {
    const answer = await fetch(rpcUrl, { method: 'OPTIONS', signal: AbortSignal.timeout(5_000) })
    return answer.headers.get('access-control-allow-origin') === origin
  } catch {
    return false
  }
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`The local chain could not be started: ${error.message}`)))
    if (child.pid !== undefined) resolve(child.pid)
  })
}

/** The anvil that npm installed for this platform; the wrapper package's own install script is not needed. */
function findAnvilBinary(): string {
  const os = process.platform === 'win32' ? 'win32' : process.platform
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${os}-${cpu}`
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const binary = join(home, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(binary)) return binary
  } catch {
    // Falls through to the sentence below.
  }
  throw new Error(`No local chain for this platform (${name} is not installed): set SLIPWAY_CHAINS=none.`)
}
