import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keepMining, UNUSED_TIMER_SECONDS } from './keep-mining'

test('blocks come again and again, but not while somebody else has set the timer', async () => {
  const timers = [0, null, UNUSED_TIMER_SECONDS, UNUSED_TIMER_SECONDS]
  const asked: string[] = []
  const ended = new AbortController()
  const node = createServer(async (incoming, outgoing) => {
    const { method } = z.object({ method: z.string() }).parse(await json(incoming))
    asked.push(method)
    if (timers.length === 0 && method === 'evm_mine') ended.abort()
    outgoing.end(JSON.stringify({ result: method === 'evm_mine' ? '0x0' : timers.shift() }))
  }).listen(0, '127.0.0.1')
  await once(node, 'listening')
  const { port } = node.address() as AddressInfo // it listens
  await keepMining(`http://127.0.0.1:${port}`, { everyMs: 1, signal: ended.signal })
  const poll = 'anvil_getIntervalMining'
  expect(asked).toEqual([poll, poll, poll, 'evm_mine', poll, 'evm_mine'])
  node.close().closeAllConnections()
})
