import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chainOf } from '@/server/chains/testing/chain-of'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { broadcast } from './broadcast'
import { healthOf } from './endpoint-health'
import { RPC_LIMITS } from './limits'

const usual = { ...RPC_LIMITS }
beforeAll(() => void Object.assign(RPC_LIMITS, { sendGraceMs: 200, requestTimeoutMs: 1_000, sendsWaiting: 4 }))
afterAll(() => void Object.assign(RPC_LIMITS, usual))

const TAKES = { eth_sendRawTransaction: ([raw]: unknown[]) => `hash of ${raw}` }
const refuses = (message: string) => ({ eth_sendRawTransaction: () => ({ error: { code: -32000, message } }) })
const sends = (...raws: string[]) => raws.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] }))
const nodes: StubNode[] = []
const rejections: unknown[] = []
const keep = (reason: unknown) => void rejections.push(reason)
process.on('unhandledRejection', keep)
afterAll(() => void process.off('unhandledRejection', keep))

async function node(methods: StubNode['methods'] = TAKES): Promise<StubNode> {
  const started = await startStubNode({ methods })
  nodes.push(started)
  return started
}

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((one) => one.close()))
  expect(rejections).toEqual([])
})

test('sends to every endpoint, those that only take sends among them, each in order', async () => {
  const [first, second] = [await node(), await node()]
  const chain = chainOf([{ url: first.url }, { url: second.url, role: 'send_only' }])
  const replies = await broadcast(chain, sends('a', 'b', 'c'))
  expect(replies.map(([reply]) => reply?.answer?.result)).toEqual(['hash of a', 'hash of b', 'hash of c'])
  await expect
    .poll(() => [first.sent, second.sent])
    .toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
})

test('one acceptance is enough: a silent endpoint holds nothing up and still gets the bytes', async () => {
  const [well, silent] = [await node(), await node()]
  const chain = chainOf([
    { url: silent.url, label: 'silent' },
    { url: well.url, label: 'well' },
  ])
  await broadcast(chain, sends('a'))
  await expect.poll(() => silent.sent).toEqual(['a'])
  silent.mode = 'hold'
  const [reply] = await broadcast(chain, sends('b'))
  expect(reply).toEqual([
    { endpoint: 'well', answer: { result: 'hash of b' } },
    { endpoint: 'silent', failure: 'has not answered yet' },
  ])
  await expect.poll(() => silent.sent).toEqual(['a', 'b'])
})

test('"already known" is an acceptance', async () => {
  const [knows, silent] = [await node(refuses('already known')), await node()]
  const chain = chainOf([{ url: knows.url }, { url: silent.url }])
  silent.mode = 'hold'
  const [reply] = await broadcast(chain, sends('a'))
  expect(reply?.[0]?.answer?.error?.message).toBe('already known')
})

test('a refusal waits for the others a while, and then says that one has not spoken', async () => {
  const [refusing, silent] = [await node(refuses('nonce too low')), await node()]
  const chain = chainOf([
    { url: refusing.url, label: 'refusing' },
    { url: silent.url, label: 'silent' },
  ])
  await broadcast(chain, sends('a'))
  silent.mode = 'hold'
  const [reply] = await broadcast(chain, sends('b'))
  expect(reply?.map(({ endpoint, failure }) => [endpoint, failure])).toEqual([
    ['refusing', undefined],
    ['silent', 'has not answered yet'],
  ])
})

test('a refusal at one endpoint does not hide the acceptance of another', async () => {
  const [refusing, taking] = [await node(refuses('txpool is full')), await node()]
  const chain = chainOf([{ url: refusing.url }, { url: taking.url }])
  const [reply] = await broadcast(chain, sends('a'))
  expect(reply?.some(({ answer }) => answer?.result === 'hash of a')).toBe(true)
})

test('after a failed request the later calls stay unsent, and nothing is said for certain', async () => {
  const only = await node()
  const chain = chainOf([{ url: only.url, label: 'only' }])
  await broadcast(chain, sends('first'))
  only.mode = 'reset'
  const replies = await broadcast(chain, sends(...Array.from({ length: 60 }, (_, index) => `t${index}`)))
  expect(replies).toHaveLength(60)
  expect(replies.every(([reply]) => reply?.failure !== undefined)).toBe(true)
  expect(healthOf(chain.endpoints[0] ?? { id: '' }).failures).toBe(1)
  expect(only.sent).toEqual(['first'])
})

test('what the first request of a long list achieved is kept when the second one fails', async () => {
  const only = await node()
  const chain = chainOf([{ url: only.url }])
  only.methods = {
    eth_sendRawTransaction: ([raw]) => {
      if (raw === 't49') only.mode = 'reset'
      return `hash of ${raw}`
    },
  }
  const replies = await broadcast(chain, sends(...Array.from({ length: 60 }, (_, index) => `t${index}`)))
  expect(replies.filter(([reply]) => reply?.answer)).toHaveLength(50)
  expect(replies[59]?.[0]?.failure).toContain('out of reach')
})

test('an endpoint of another chain gets nothing', async () => {
  const wrong = await startStubNode({ chainId: 5, methods: TAKES })
  nodes.push(wrong)
  const right = await node()
  const chain = chainOf([{ url: wrong.url, label: 'wrong' }, { url: right.url }])
  const [reply] = await broadcast(chain, sends('a'))
  expect(reply?.some(({ answer }) => answer)).toBe(true)
  expect(wrong.sent).toEqual([])
  const alone = chainOf([{ url: wrong.url, label: 'wrong' }])
  expect(await broadcast(alone, sends('b'))).toEqual([[]])
  expect(wrong.sent).toEqual([])
})

test('keeps the order of one send after another at an endpoint that is slow, and gives it no more than it can hold', async () => {
  const [well, slow] = [await node(), await node()]
  const chain = chainOf([
    { url: well.url, label: 'well' },
    { url: slow.url, label: 'slow' },
  ])
  await broadcast(chain, sends('a'))
  await expect.poll(() => slow.sent).toEqual(['a'])
  slow.mode = 'hold'
  await broadcast(chain, sends('b', 'c'))
  await broadcast(chain, sends('d', 'e'))
  const [full] = await broadcast(chain, sends('f'))
  expect(full).toEqual([{ endpoint: 'well', answer: { result: 'hash of f' } }])
  expect(slow.sent).toEqual(['a', 'b', 'c'])
  slow.mode = 'well'
  slow.release()
  await expect.poll(() => slow.sent).toEqual(['a', 'b', 'c', 'd', 'e'])
  await broadcast(chain, sends('g'))
  await expect.poll(() => slow.sent.at(-1)).toBe('g')
})

test('an endpoint that is not used or fails does not hurry the one that is slow', async () => {
  const [wrong, failing, slow] = [await startStubNode({ chainId: 5 }), await node(), await node()]
  nodes.push(wrong)
  const chain = chainOf([
    { url: wrong.url, label: 'wrong' },
    { url: failing.url, label: 'failing' },
    { url: slow.url, label: 'slow' },
  ])
  await broadcast(chain, sends('a'))
  failing.mode = 'reset'
  slow.mode = 'hold'
  const sending = broadcast(chain, sends('b'))
  await expect.poll(() => slow.sent).toContain('b')
  // Another chain's send, begun later, runs into its grace: by then this one's would be over.
  const [refusing, silent] = [await node(refuses('nonce too low')), await node()]
  const clock = chainOf([{ url: refusing.url }, { url: silent.url }])
  await broadcast(clock, sends('c'))
  silent.mode = 'hold'
  await broadcast(clock, sends('d'))
  slow.release()
  expect((await sending)[0]).toContainEqual({ endpoint: 'slow', answer: { result: 'hash of b' } })
})

test('nothing to send, or nobody to send to, asks nobody', async () => {
  const only = await node()
  expect(await broadcast(chainOf([{ url: only.url }]), [])).toEqual([])
  expect(await broadcast(chainOf([]), sends('a'))).toEqual([[]])
  expect(only.asked).toEqual([])
})
