import { expect, test } from 'vitest'
import { slipwayDelegateTopics } from '@/contracts/generated/slipway-delegate'
import { openStubs } from '@/server/chains/testing/stubs'
import { findExecutions } from './find-executions'
import { findUsedOperations } from './find-used-operations'
import { toOperationId, toOperationNonce } from './operation'

const stubs = openStubs(8_400)
const EXECUTED = slipwayDelegateTopics['OperationExecuted(bytes32,bool,bytes)']
const WALLET = `0x${'aa'.repeat(20)}`
const FIRST = '01a21755-2608-7449-8272-ad916bb195c1'
const SECOND = '01a21755-2608-7449-8272-ad916bb195c2'

type Execution = { wallet: string; transactionId: string; block: bigint; hash: string }

/** A node that gives logs of at most so many blocks at once, and counts how often it is asked. */
async function nodeWith(executions: readonly Execution[], { head, most }: { head: bigint; most: bigint }) {
  const node = await stubs.node({ head })
  node.methods.eth_getLogs = ([asked]) => {
    const { address, topics, fromBlock, toBlock } = asked as {
      address: string[]
      topics: [string, string[]]
      fromBlock: string
      toBlock: string
    }
    const [first, last] = [BigInt(fromBlock), BigInt(toBlock)]
    if (last - first >= most) return { error: { code: -32005, message: 'query exceeds max block range' } }
    return executions
      .filter(({ block }) => block >= first && block <= last)
      .map((each) => ({ each, id: toOperationId(each.transactionId) }))
      .filter(({ each, id }) => topics[0] === EXECUTED && topics[1].includes(id) && address.includes(each.wallet))
      .map(({ each, id }) => ({ address: each.wallet, topics: [EXECUTED, id], transactionHash: each.hash }))
  }
  return {
    chain: stubs.chain([{ url: node.url }]),
    asked: () => node.asked.filter((one) => one === 'eth_getLogs').length,
  }
}

const operations = [FIRST, SECOND].map((id) => ({ wallet: WALLET, id: toOperationId(id) }))
const hashOf = (digit: string) => `0x${digit.repeat(64)}`

test.each([1_000_000_000n, 10_000n, 500n])(
  'finds old executions where a node gives %d blocks at once',
  async (most) => {
    const executions = [
      { wallet: WALLET, transactionId: FIRST, block: 9_000n, hash: hashOf('1') },
      { wallet: WALLET, transactionId: SECOND, block: 4_100n, hash: hashOf('2') },
    ]
    const { chain, asked } = await nodeWith(executions, { head: 10_000n, most })
    expect([...(await findExecutions(chain, operations)).values()].toSorted()).toEqual([hashOf('1'), hashOf('2')])
    expect(asked()).toBeLessThan(64)
  },
)

test('asks once for many where all are recent', async () => {
  const executions = [FIRST, SECOND].map((transactionId, index) => ({
    ...{ wallet: WALLET, transactionId, block: 9_990n, hash: hashOf(`${index + 1}`) },
  }))
  const { chain, asked } = await nodeWith(executions, { head: 10_000n, most: 10_000n })
  expect((await findExecutions(chain, operations)).size).toBe(2)
  expect(asked()).toBe(1)
})

test('an event of another contract, or of a block far beyond what is searched, is no execution', async () => {
  const stranger = { wallet: `0x${'bb'.repeat(20)}`, transactionId: FIRST, block: 9_990n, hash: hashOf('1') }
  const { chain } = await nodeWith([stranger], { head: 10_000n, most: 10_000n })
  expect(await findExecutions(chain, operations)).toEqual(new Map())
  const old = { wallet: WALLET, transactionId: FIRST, block: 1n, hash: hashOf('1') }
  const { chain: long, asked } = await nodeWith([old], { head: 10_000_000n, most: 1_000n })
  expect(await findExecutions(long, operations)).toEqual(new Map())
  expect(asked()).toBeLessThanOrEqual(64)
})

/** A node whose wallets have used these keys. */
async function nonceNode(answer: unknown, head = 100n) {
  const node = await stubs.node({ head })
  node.methods.eth_call = () => answer
  return stubs.chain([{ url: node.url }])
}

const operation = { wallet: WALLET, nonce: toOperationNonce(FIRST) }
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

test.each([
  ['a used key', word(operation.nonce + 1n), [operation]],
  ['an unused key', word(operation.nonce), []],
  ['an account without code', '0x', []],
  ['code that refuses', { error: { code: 3, message: 'execution reverted' } }, []],
])('%s', async (_case, answer, expected) => {
  expect(await findUsedOperations(await nonceNode(answer), [operation], 100n)).toEqual(expected)
})

test('believes no node that is behind, nor one that cannot tell', async () => {
  await expect(findUsedOperations(await nonceNode(word(operation.nonce), 99n), [operation], 100n)).rejects.toThrow(
    '100',
  )
  const silent = await nonceNode({ error: { code: -32000, message: 'header not found' } })
  await expect(findUsedOperations(silent, [operation], 100n)).rejects.toThrow('header not found')
})
