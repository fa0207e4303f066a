import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, http, publicActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findFreePort } from '../free-port'
import { type AnvilOptions, type RunningAnvil, startAnvil } from './anvil'
import { saveSnapshot } from './anvil-state'
import { deployTokens, FAUCET_PRIVATE_KEY } from './deploy-tokens'
import { rpc } from './rpc'
import { waitForReceipt } from './wait-for-receipt'

let home: string
let options: AnvilOptions & { stateFile: string }
let chain: RunningAnvil | undefined

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'slipway-anvil-'))
  options = {
    chainId: 84532,
    port: await findFreePort(),
    logFile: join(home, 'log'),
    stateFile: join(home, 'state.json'),
  }
})

afterEach(async () => {
  await chain?.stop()
  rmSync(home, { recursive: true, force: true })
})

async function kill(running: RunningAnvil): Promise<void> {
  const gone = new Promise((resolve) => running.process.once('exit', resolve))
  process.kill(running.pid, 'SIGKILL')
  await gone
}

function clientOf(rpcUrl: string) {
  const account = privateKeyToAccount(FAUCET_PRIVATE_KEY)
  return createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
}

describe('startAnvil', () => {
  it('keeps tokens, balances and receipts over a SIGKILL in the middle of a dump', async () => {
    chain = await startAnvil(options)
    const tokens = await deployTokens({ rpcUrl: chain.rpcUrl })
    const to = '0x000000000000000000000000000000000000dEaD'
    const sender = clientOf(chain.rpcUrl)
    const hash = await sender.sendTransaction({ chain: null, to, value: 5n })
    // The answer comes with the transaction in the pool, and a dump has what is in blocks.
    await waitForReceipt(sender, hash)
    await saveSnapshot(chain.rpcUrl, options.stateFile)
    await kill(chain)
    writeFileSync(options.stateFile, '{"block":{"numb')

    chain = await startAnvil(options)
    const client = clientOf(chain.rpcUrl)
    expect(await client.getBalance({ address: to })).toBe(5n)
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    const before = await client.getBlockNumber()
    expect(await deployTokens({ rpcUrl: chain.rpcUrl })).toEqual(tokens)
    expect(await client.getBlockNumber()).toBe(before)
  })

  it('does not take another stack’s chain on its port for its own', async () => {
    chain = await startAnvil({ ...options, stateFile: undefined })
    const second = startAnvil({ ...options, logFile: join(home, 'second.log'), stateFile: join(home, 'second.json') })
    await expect(second).rejects.toThrow(/Address already in use/)
  })

  it('lets no web page speak to the chain', async () => {
    chain = await startAnvil({ ...options, stateFile: undefined })
    const headers = {
      origin: 'http://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const preflight = await fetch(chain.rpcUrl, { method: 'OPTIONS', headers })
    expect(['*', headers.origin]).not.toContain(preflight.headers.get('access-control-allow-origin'))
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [] })
    const simple = await fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: call })
    expect(await simple.json()).toMatchObject({ error: { message: 'Invalid request' } })
  })

  it('keeps the state over an orderly stop', async () => {
    chain = await startAnvil(options)
    const sender = clientOf(chain.rpcUrl)
    const hash = await sender.sendTransaction({ chain: null, to: null, data: '0x00' })
    await waitForReceipt(sender, hash)
    await chain.stop()
    chain = await startAnvil(options)
    expect((await clientOf(chain.rpcUrl).getTransactionReceipt({ hash })).transactionHash).toBe(hash)
  })

  it('keeps only the last states of a chain that is mined from here', async () => {
    chain = await startAnvil({ ...options, stateFile: undefined, blockTimeSeconds: 1, isMinedFromHere: true })
    const { rpcUrl } = chain
    const head = async () => Number(await rpc(rpcUrl, 'eth_blockNumber', []))
    await vi.waitUntil(async () => (await head()) > 0, { timeout: 60_000 })
    await rpc(rpcUrl, 'anvil_mine', ['0x40'])
    const stateAt = (block: number) => rpc(rpcUrl, 'eth_getBalance', [zeroAddress, `0x${block.toString(16)}`])
    await expect(stateAt((await head()) - 10)).resolves.toBe('0x0')
    await expect(stateAt(1)).rejects.toThrow(/BlockOutOfRange|not available|out of range/i)
  })
})
