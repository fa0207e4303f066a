import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../free-port'
import { type AnvilOptions, type RunningAnvil, startAnvil } from './anvil'
import { moveChainTime, readChainTime } from './chain-clock'
import { rpc } from './rpc'

const DAY = 86_400
const NEAR_SECONDS = 60

let home: string
let options: AnvilOptions & { stateFile: string }
let chain: RunningAnvil | undefined

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'slipway-clock-'))
  const [logFile, stateFile] = [join(home, 'log'), join(home, 'state.json')]
  options = { chainId: 84532, port: await findFreePort(), logFile, stateFile }
})
afterEach(async () => {
  await chain?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** How far a chain's next block is ahead of our clock, in seconds. */
async function aheadOf({ rpcUrl }: RunningAnvil): Promise<number> {
  await rpc(rpcUrl, 'evm_mine', [])
  return (await readChainTime(rpcUrl)) - Date.now() / 1_000
}

test('a chain that was moved on never goes back behind its blocks, started anew or not', async () => {
  chain = await startAnvil(options)
  await moveChainTime(chain.rpcUrl, 3 * DAY)
  const before = await readChainTime(chain.rpcUrl)
  await chain.stop()
  chain = await startAnvil(options)
  const ahead = await aheadOf(chain)
  expect(await readChainTime(chain.rpcUrl)).toBeGreaterThan(before)
  expect(ahead).toBeLessThan(3 * DAY + NEAR_SECONDS)
})

test('a new chain may begin in the past; once it is stored it goes by today’s clock', async () => {
  options = { ...options, bornSecondsAgo: 36 * DAY }
  chain = await startAnvil(options)
  expect(Math.abs((await aheadOf(chain)) + 36 * DAY)).toBeLessThan(NEAR_SECONDS)
  await moveChainTime(chain.rpcUrl, 6 * DAY)
  expect(Math.abs((await aheadOf(chain)) + 30 * DAY)).toBeLessThan(NEAR_SECONDS)
  await chain.stop()
  chain = await startAnvil(options)
  expect(Math.abs(await aheadOf(chain))).toBeLessThan(NEAR_SECONDS)
})
