import { expect, test } from 'vitest'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { chainOf } from '@/server/chains/testing/chain-of'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { runEngine } from './run-engine'

openDatabase()

const chain = chainOf([{ url: 'http://127.0.0.1:9' }], { chainId: 84_532 })
const run = (turn: () => Promise<boolean>) =>
  runEngine(workerCtx(), chain, { lingerMs: 0, pollMs: 10, turns: [turn], release: async () => {} })

test('counts the turns that succeeded and the turns that met something out of reach', async () => {
  let turns = 0
  const ran = await run(async () => {
    turns += 1
    if (turns <= 2) throw new RpcUnavailableError('away')
    return turns < 5
  })
  expect(ran).toEqual({ unfinished: false, counts: { turns: turns - 2, faults: 2 } })
})

test('an unexpected error fails the run', async () => {
  const fault = new TypeError('a slip')
  await expect(run(() => Promise.reject(fault))).rejects.toBe(fault)
})
