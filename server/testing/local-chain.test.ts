import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '@/dev/chains/rpc'
import { type LocalChain, startLocalChain } from './local-chain'
import { testDatabase } from './test-database'

let database: Awaited<ReturnType<typeof testDatabase>>
let chain: LocalChain
beforeAll(async () => {
  database = await testDatabase()
  chain = await startLocalChain({ blockTimeMs: 1 })
})
afterAll(async () => {
  await chain.stop()
  await database.close()
})

test('a chain that is rebuilt while blocks come has a block for each number', async () => {
  const ask = (method: string, ...params: unknown[]) => rpc(chain.anvil.rpcUrl, method, params)
  for (let run = 0; run < 100; run++) await chain.rebuild(1 + (run % 3))
  const head = Number(await ask('eth_blockNumber'))
  const blocks = await Promise.all(
    Array.from({ length: head }, (_, number) => ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)),
  )
  expect(blocks.filter((block) => block === null)).toEqual([])
})
