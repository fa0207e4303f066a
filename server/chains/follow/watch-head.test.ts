import { afterEach, expect, test } from 'vitest'
import type { Chain } from '@/server/chains/registry'
import type { StubNode } from '@/server/chains/testing/stub-node'
import { openStubs } from '@/server/chains/testing/stubs'
import { openDatabase } from '@/server/testing/open-database'
import { watchHead } from './watch-head'

openDatabase()
const stubs = openStubs(940_100)
const open: (() => void)[] = []
afterEach(() => {
  for (const forget of open.splice(0)) forget()
})

/** Listens until the test ends; `heard` counts. */
function listen(chain: Chain, spacingMs?: number) {
  const ear = { received: 0 }
  const onHead = () => {
    ear.received += 1
  }
  open.push(watchHead(chain, onHead, spacingMs))
  return ear
}

async function openChain() {
  const node = await stubs.node({ head: 5n })
  return { node, chain: { ...stubs.chain([{ url: node.url }]), blockTimeMs: 400 } }
}

/** Until the node was asked so many times more. */
const questions = async ({ asked }: StubNode, more: number) => {
  const from = asked.length
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(from + more)
}

test('tells each listener of a block once, and asks one question for all', async () => {
  const { node, chain } = await openChain()
  const ears = [listen(chain), listen(chain), listen(chain)]
  await expect.poll(() => ears.map(({ received }) => received)).toEqual([1, 1, 1])
  await questions(node, 3)
  expect(ears.map(({ received }) => received)).toEqual([1, 1, 1])
  node.head = 6n
  await expect.poll(() => ears.map(({ received }) => received)).toEqual([2, 2, 2])
})

test('asks no more often than those who listen look, unless the chain is slower', async () => {
  const [fast, slow, shared] = [await openChain(), await openChain(), await openChain()]
  listen(fast.chain, 60_000)
  listen({ ...slow.chain, blockTimeMs: 2_000 }, 1_000)
  listen(shared.chain, 60_000)
  listen(shared.chain)
  await questions(shared.node, 8)
  expect(fast.node.asked.length).toBeLessThan(5)
  await questions(slow.node, 2)
})

test('tells of a chain that went back too', async () => {
  const { node, chain } = await openChain()
  const ear = listen(chain)
  await expect.poll(() => ear.received).toBe(1)
  node.head = 4n
  await expect.poll(() => ear.received).toBe(2)
})

test('whoever listens finds out for itself while nodes do not answer', async () => {
  const { node, chain } = await openChain()
  const ear = listen(chain)
  await expect.poll(() => ear.received).toBe(1)
  node.mode = 'reset'
  await expect.poll(() => ear.received, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
})

test('a listener that leaves when it hears a block leaves no timer without an end', async () => {
  const { chain } = await openChain()
  const warned: string[] = []
  const note = ({ name }: Error) => void warned.push(name)
  process.on('warning', note)
  open.push(() => process.off('warning', note))
  await new Promise<void>((resolve) => {
    const forget = watchHead(chain, () => {
      forget()
      resolve()
    })
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(warned).toEqual([])
})

test('asks no more once nobody listens', async () => {
  const [left, other] = [await openChain(), await openChain()]
  const forget = watchHead(left.chain, () => {})
  listen(other.chain)
  await questions(left.node, 1)
  forget()
  // What was asked before arrives meanwhile.
  await questions(other.node, 2)
  const asked = left.node.asked.length
  await questions(other.node, 3)
  expect(left.node.asked).toHaveLength(asked)
})
