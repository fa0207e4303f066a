import {
  concat,
  encodeAbiParameters,
  type Hex,
  pad,
  parseAbiParameters,
  stringToHex,
  toFunctionSelector,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slipwayDelegateAbi } from './generated/slipway-delegate'
import { type DelegateWorld, openDelegateWorld, SHOP } from './testing/delegate-world'

describe('SlipwayDelegate is to strangers what an account without code is, and', () => {
  let world: DelegateWorld
  beforeAll(async () => {
    world = await openDelegateWorld()
  })
  afterAll(() => world.close())

  const hook = (signature: string) => toFunctionSelector(signature)
  const address = toHex(1, { size: 32 })
  const words = (count: number) => concat(Array.from({ length: count }, () => address))

  async function callBoth(data: Hex, value = 0n) {
    const { wallet } = await world.delegatedWallet()
    const plain = world.plainWallet().wallet
    const results = []
    for (const { address: to } of [plain, wallet]) {
      const sent = { chain: null, account: world.relayer, to, data, value, gas: 100_000n }
      const { status, logs } = await world.mined(await world.chain.sendTransaction(sent))
      results.push({ status, logs: logs.length, held: await world.chain.getBalance({ address: to }) })
    }
    return results
  }

  it.each([
    ['tokenFallback of ERC-223', concat([hook('tokenFallback(address,uint256,bytes)'), words(3)]), 0n],
    ['tokenReceived of ERC-223', concat([hook('tokenReceived(address,uint256,bytes)'), words(3)]), 0n],
    ['coins with unknown data', '0x12345678deadbeef', 5n],
    ['coins with one byte', '0x01', 5n],
    ['coins with a memo', stringToHex('invoice 42'), 1n],
    ['a call of nothing', '0x', 0n],
    ['coins with a hook', hook('onTransferReceived(address,address,uint256,bytes)'), 2n],
  ] as const)('takes %s', async (_, data, value) => {
    const [before, after] = await callBoth(data, value)
    expect(before).toMatchObject({ status: 'success', held: value })
    expect(after).toEqual(before)
  })

  it.each([
    // The answer that each standard requires of the recipient; ERC-677 and ERC-223 name no answer, and some of their
    // tokens ask for true.
    ['onERC721Received(address,address,uint256,bytes)', 'itself'],
    ['onERC1155Received(address,address,uint256,uint256,bytes)', 'itself'],
    ['onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)', 'itself'],
    ['onTransferReceived(address,address,uint256,bytes)', 'itself'],
    ['onApprovalReceived(address,uint256,bytes)', 'nothing'],
    ['tokenReceived(address,uint256,bytes)', 'itself'],
    ['tokenFallback(address,uint256,bytes)', 'true'],
    ['onTokenTransfer(address,uint256,bytes)', 'true'],
    ['tokensReceived(address,address,address,uint256,bytes,bytes)', 'nothing'],
    ['anythingElse(uint256)', 'nothing'],
  ] as const)('answers %s with %s', async (signature, answer) => {
    const { wallet } = await world.delegatedWallet()
    const selector = hook(signature)
    const args = parseAbiParameters(signature.slice(signature.indexOf('(') + 1, -1))
    const values = args.map(({ type }) =>
      type.endsWith(']') ? [] : type === 'bytes' ? '0x' : type === 'address' ? SHOP : 1n,
    )
    const data = concat([selector, encodeAbiParameters(args, values)])
    const { data: returned } = await world.chain.call({ account: world.relayer, to: wallet.address, data })
    const expected = { itself: pad(selector, { dir: 'right' }), true: pad('0x1'), nothing: undefined }
    expect(returned).toBe(expected[answer])
  })

  it('says of interfaces what is so, and nothing of others', async () => {
    const { wallet } = await world.delegatedWallet()
    const supports = (id: Hex) =>
      world.chain.readContract({
        address: wallet.address,
        abi: slipwayDelegateAbi,
        functionName: 'supportsInterface',
        args: [id],
      })
    // ERC-165, ERC-1155 receiver, ERC-721 receiver, ERC-1363 receiver, ERC-1271.
    for (const id of ['0x01ffc9a7', '0x4e2312e0', '0x150b7a02', '0x88a7ca5c', '0x1626ba7e'] as const)
      expect([id, await supports(id)]).toEqual([id, true])
    // None, ERC-1363 spender, ERC-20, ERC-721.
    for (const id of ['0xffffffff', '0x7b04a2d0', '0x36372b07', '0x80ac58cd'] as const)
      expect([id, await supports(id)]).toEqual([id, false])
  })

  it('lets nobody act for the owner by calls it does not know', async () => {
    const { wallet } = await world.delegatedWallet()
    const [tokens, code] = [await world.balanceOf(wallet.address), await world.chain.getCode(wallet)]
    await world.test.setBalance({ address: wallet.address, value: 9n })
    for (const signature of [
      'execute(address,uint256,bytes)',
      'execute(bytes32,bytes)',
      'executeBatch((address,uint256,bytes)[])',
      'validateUserOp(bytes32,bytes32,uint256)',
      'executeFromExecutor(bytes32,bytes)',
      'upgradeToAndCall(address,bytes)',
      'multicall(bytes[])',
    ]) {
      const data = concat([hook(signature), words(8)])
      const sent = { chain: null, account: world.otherRelayer, to: wallet.address, data, gas: 200_000n }
      expect((await world.mined(await world.chain.sendTransaction(sent))).logs).toEqual([])
    }
    expect(await world.balanceOf(wallet.address)).toBe(tokens)
    expect(await world.chain.getBalance(wallet)).toBe(9n)
    expect(await world.chain.getCode(wallet)).toBe(code)
  })
})
