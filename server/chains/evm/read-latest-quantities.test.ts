import { expect, test } from 'vitest'
import { openStubs } from '@/server/chains/testing/stubs'
import { readLatestQuantities } from './read-latest-quantities'

const stubs = openStubs(8_100)
const balanceOf = (address: string) => ({ method: 'eth_getBalance', params: [address, 'latest'] })

/** A node on which address `0x0a` owns 10 times the height, and so on. */
async function richNode() {
  const node = await stubs.node({ head: 7n })
  node.methods.eth_getBalance = ([address]) => `0x${(BigInt(String(address)) * node.head).toString(16)}`
  const countAsked = () => node.asked.filter((method) => method === 'eth_getBalance').length
  return { node, chain: stubs.chain([{ url: node.url }]), countAsked }
}

test('answers in the order of the calls, and asks within a block for each thing once', async () => {
  const { chain, countAsked } = await richNode()
  expect(await readLatestQuantities(chain, [balanceOf('0x0a'), balanceOf('0x01'), balanceOf('0x0a')])).toEqual([
    70n,
    7n,
    70n,
  ])
  expect(countAsked()).toBe(2)
  expect(await readLatestQuantities(chain, [balanceOf('0x02'), balanceOf('0x01')])).toEqual([14n, 7n])
  expect(countAsked()).toBe(3)
})

test('a new block, or one before the last, makes everything be asked anew', async () => {
  const { node, chain } = await richNode()
  await readLatestQuantities(chain, [balanceOf('0x01')])
  for (const head of [8n, 9n, 6n]) {
    node.head = head
    expect(await readLatestQuantities(chain, [balanceOf('0x01')])).toEqual([head])
  }
})

test('what a node refuses is an error, remembers nothing and is asked for again', async () => {
  const { node, chain } = await richNode()
  const answer = node.methods.eth_getBalance
  node.methods.eth_getBalance = () => ({ error: { code: -32000, message: 'header not found' } })
  await expect(readLatestQuantities(chain, [balanceOf('0x01')])).rejects.toThrow('header not found')
  if (answer) node.methods.eth_getBalance = answer
  expect(await readLatestQuantities(chain, [balanceOf('0x01')])).toEqual([7n])
})

test('long lists go in several requests and come back whole', async () => {
  const { chain } = await richNode()
  const calls = Array.from({ length: 170 }, (_, index) => balanceOf(`0x${(index + 1).toString(16)}`))
  expect(await readLatestQuantities(chain, calls)).toEqual(calls.map((_, index) => BigInt(index + 1) * 7n))
})
