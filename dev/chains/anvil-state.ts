import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { rpc } from './rpc'

const unzip = promisify(gunzip)
const POLL_MS = 1_000
const BUSY_MS = 2_000
const IDLE_MS = 60_000
/** A chain that is this much later than at the previous check was moved forward. */
const JUMP_SECONDS = 60

const newest = z.object({
  number: z.string().transform(BigInt),
  timestamp: z.string().transform(Number),
  transactions: z.array(z.unknown()),
})

/**
 * The side file of the running chain's snapshots: anvil itself rewrites its state file in place, and only at its exit.
 */
function snapshotFileOf(stateFile: string): string {
  return stateFile.replace(/\.json$/, '.snapshot.json')
}

/** Before a start: the newer of exit dump and snapshot wins, and a file cut short by a SIGKILL never does. */
export function chooseStateFile(stateFile: string): void {
  const snapshot = snapshotFileOf(stateFile)
  if (!existsSync(snapshot)) return
  const dumpIsNewer = existsSync(stateFile) && statSync(stateFile).mtimeMs >= statSync(snapshot).mtimeMs
  if (dumpIsNewer && isWholeJson(stateFile)) return
  renameSync(snapshot, stateFile)
}

function isWholeJson(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return true
  } catch {
    return false
  }
}

/** Writes the chain's state to the snapshot file, whole or not at all. */
export async function saveSnapshot(rpcUrl: string, stateFile: string): Promise<void> {
  const packed = await rpc(rpcUrl, 'anvil_dumpState', [])
  if (typeof packed !== 'string') throw new Error('anvil_dumpState answered no state')
  const state = await unzip(Buffer.from(packed.slice(2), 'hex'))
  const snapshot = snapshotFileOf(stateFile)
  writeFileSync(`${snapshot}.new`, state)
  renameSync(`${snapshot}.new`, snapshot)
}

/** Snapshots soon after transactions, seldom while only empty blocks come. Answers a function that ends it. */
export function startSnapshots(rpcUrl: string, stateFile: string): () => void {
  let savedAt = Date.now()
  let readTo = -1n
  let time = 0
  let tookMs = 0
  let hasNews = true
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    try {
      const {
        number: head,
        timestamp,
        transactions,
      } = newest.parse(await rpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false]))
      hasNews ||= transactions.length > 0 || timestamp - time > JUMP_SECONDS
      hasNews ||= await hasTransactions(rpcUrl, readTo + 1n, head - 1n)
      readTo = head
      time = timestamp
      const startedAt = Date.now()
      // A long chain makes snapshots slow: a tenth of the time is for them, a fiftieth while only empty blocks come.
      const dueMs = hasNews ? Math.max(BUSY_MS, 9 * tookMs) : Math.max(IDLE_MS, 49 * tookMs)
      if (startedAt - savedAt < dueMs) return
      hasNews = false
      await saveSnapshot(rpcUrl, stateFile)
      savedAt = Date.now()
      tookMs = savedAt - startedAt
    } catch {
      // The chain is down, and its supervisor reports that; or the snapshot is yet to be written.
      hasNews = true
    } finally {
      running = false
    }
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function hasTransactions(rpcUrl: string, first: bigint, last: bigint): Promise<boolean> {
  if (last - first > 20n) return true
  for (let block = first; block <= last; block++) {
    const count = await rpc(rpcUrl, 'eth_getBlockTransactionCountByNumber', [`0x${block.toString(16)}`])
    if (typeof count === 'string' && BigInt(count) > 0n) return true
  }
  return false
}
