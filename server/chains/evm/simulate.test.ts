import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf } from '@/server/chains/testing/chain-of'
import { type StubMethod, startStubNode } from '@/server/chains/testing/stub-node'
import { encodeTransfer } from './erc20'
import { explainRevert } from './explain-revert'
import { type SimulatedCall, simulateCalls, simulateWithoutGas } from './simulate'

const CALL = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: 0n, data: '0x12345678' }
const reverts = { error: { code: 3, message: 'execution reverted: no' } }
const isBusy = { error: { code: -32000, message: 'execution aborted (timeout = 5s)' } }

let node: Awaited<ReturnType<typeof startStubNode>>
beforeAll(async () => {
  node = await startStubNode({})
})
afterAll(() => node.close())
beforeEach(() => {
  node.methods = { eth_getBalance: () => '0x64', eth_estimateGas: () => '0x5208' }
})
const chain = () => chainOf([{ url: node.url }])
const simulateCall = async (call: SimulatedCall) => (await simulateCalls(chain(), [call]))[0]

describe('a simulated call', () => {
  test('tells its gas, and names no gas price, so that nobody needs money for gas', async () => {
    const seen: unknown[] = []
    node.methods.eth_estimateGas = (params) => {
      seen.push(params[0])
      return '0x5208'
    }
    expect(await simulateCall({ ...CALL, value: 100n })).toEqual({ ok: true, gas: 21_000n })
    expect(seen).toEqual([{ from: CALL.from, to: CALL.to, value: '0x64', data: CALL.data }])
  })

  test('tells why it reverts', async () => {
    node.methods.eth_estimateGas = () => reverts
    expect(await simulateCall(CALL)).toEqual({ ok: false, reason: 'reverted: no' })
  })

  test('may not move more than the account holds, though the node lets it', async () => {
    const reason = 'would move more than the wallet holds'
    expect(await simulateCall({ ...CALL, value: 101n })).toEqual({
      ok: false,
      reason,
      short: { neededUnits: 101n, availableUnits: 100n },
    })
  })

  test.each([
    ['insufficient funds for gas * price + value: address 0x11 have 100 want 250'],
    ['err: insufficient funds for gas * price + value: address 0x11 have 100 want 250 (supplied gas 21000)'],
    ['insufficient funds for gas * price + value: balance 100, tx cost 250, overshot 150'],
  ])('says the figures of a node that refuses it for want of money: %s', async (message) => {
    node.methods.eth_estimateGas = () => ({ error: { code: -32000, message } })
    expect(await simulateCall(CALL)).toEqual({
      ok: false,
      reason: 'would move more than the wallet holds',
      short: { neededUnits: 250n, availableUnits: 100n },
    })
  })

  test.each<[string, Record<string, StubMethod>]>([
    ['an error of its own', { eth_estimateGas: () => isBusy }],
    ['nonsense', { eth_estimateGas: () => 'soon' }],
    ['nothing', { eth_estimateGas: () => null }],
    ['no balance', { eth_getBalance: () => isBusy }],
  ])('is unknown, not failed, where the node answers %s', async (_what, methods) => {
    Object.assign(node.methods, methods)
    expect(await simulateCalls(chain(), [CALL])).toEqual([null])
  })

  test('stands for itself among many', async () => {
    let count = 0
    node.methods.eth_estimateGas = () => [isBusy, reverts, '0x1'][count++ % 3]
    expect(await simulateCalls(chain(), [CALL, CALL, CALL])).toEqual([
      null,
      { ok: false, reason: 'reverted: no' },
      { ok: true, gas: 1n },
    ])
    expect(await simulateCalls(chain(), [])).toEqual([])
  })
})

describe('a call that is only tried', () => {
  test('goes through, asking for no gas, or says why not', async () => {
    node.methods = { eth_getBalance: () => '0x64', eth_call: () => '0x' }
    expect(await simulateWithoutGas(chain(), [{ ...CALL, value: 100n }])).toEqual([{ ok: true }])
    expect(await simulateWithoutGas(chain(), [{ ...CALL, value: 101n }])).toEqual([
      {
        ok: false,
        reason: 'would move more than the wallet holds',
        short: { neededUnits: 101n, availableUnits: 100n },
      },
    ])
    node.methods.eth_call = () => reverts
    expect(await simulateWithoutGas(chain(), [CALL])).toEqual([{ ok: false, reason: 'reverted: no' }])
  })

  test.each<[string, Record<string, StubMethod>]>([
    ['an error of its own', { eth_call: () => isBusy }],
    ['nonsense', { eth_call: () => 'soon' }],
    ['nothing', { eth_call: () => null }],
    ['no balance', { eth_call: () => '0x', eth_getBalance: () => isBusy }],
  ])('is unknown, not failed, where the node answers %s', async (_what, methods) => {
    Object.assign(node.methods, methods)
    expect(await simulateWithoutGas(chain(), [CALL])).toEqual([null])
  })
})

describe('a call of a token that returns false', () => {
  const transfer = { ...CALL, data: encodeTransfer(CALL.to, 5n) }
  const refused = [{ ok: false, reason: 'was refused by the token: it answered false' }]
  const both = async (call: SimulatedCall) => [
    await simulateCalls(chain(), [call]),
    await simulateWithoutGas(chain(), [call]),
  ]
  const said = (word: string) => {
    node.methods.eth_call = () => `0x${word}`
  }

  test('fails if it is a method of ERC-20', async () => {
    said('0'.repeat(64))
    expect(await both(transfer)).toEqual([refused, refused])
  })

  test.each([
    ['returns true', transfer, '1'.padStart(64, '0')],
    ['returns nothing', transfer, ''],
    ['has other calldata', CALL, '0'.repeat(64)],
    ['ends before its arguments', { ...transfer, data: transfer.data.slice(0, -2) }, '0'.repeat(64)],
    ['sends coins along', { ...transfer, value: 1n }, '0'.repeat(64)],
  ])('succeeds if it %s', async (_what, call, word) => {
    said(word)
    expect(await both(call)).toEqual([[{ ok: true, gas: 21_000n }], [{ ok: true }]])
  })
})

describe('a mined revert is explained', () => {
  const mined = { ...CALL, gasLimit: 50_000n, gasUsed: 30_000n, blockNumber: 16n }

  test('by the state of its block', async () => {
    node.methods.eth_call = ([, block]) => (block === '0x10' ? reverts : '0x')
    expect(await explainRevert(chain(), mined)).toBe('reverted: no')
  })

  test('else by the state before it, as the first of its block saw it', async () => {
    node.methods.eth_call = ([, block]) => (block === '0xf' ? reverts : '0x')
    expect(await explainRevert(chain(), mined)).toBe('reverted: no')
  })

  test('by its gas, where all of it was used and the call succeeds by itself', async () => {
    node.methods.eth_call = () => '0x'
    expect(await explainRevert(chain(), { ...mined, gasUsed: 50_000n })).toBe('ran out of gas')
  })

  test('not at all where the chain does not tell, without an error', async () => {
    node.methods.eth_call = () => ({ error: { code: -32000, message: 'missing trie node' } })
    expect(await explainRevert(chain(), mined)).toBeNull()
    node.mode = 'reset'
    expect(await explainRevert(chain(), mined)).toBeNull()
    node.mode = 'well'
  })
})
