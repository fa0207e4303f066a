import { encodeFunctionData, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slipwayDelegateAbi } from './generated/slipway-delegate'
import { type DelegateWorld, openDelegateWorld, refused } from './testing/delegate-world'

describe('SlipwayDelegate', () => {
  let world: DelegateWorld
  beforeAll(async () => {
    world = await openDelegateWorld()
  })
  afterAll(() => world.close())

  it('lets an operation happen once, whoever repeats it', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const once = operation()
    expect((await relay(once)).outcome).toMatchObject({ success: true })
    expect(await relay(once)).toMatchObject(refused)
    const again = { ...once, id: pad('0x01'), relayer: world.otherRelayer.address }
    expect(await relay(again, { from: world.otherRelayer })).toMatchObject(refused)
  })

  it('refuses another sender, so that a signature seen on chain is of no use to others', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const own = operation()
    expect(await relay(own, { from: world.otherRelayer })).toMatchObject(refused)
    expect(
      await relay({ ...own, relayer: world.otherRelayer.address }, { from: world.otherRelayer, signed: own }),
    ).toMatchObject(refused)
    expect(await world.usedUp(own)).toBe(false)
  })

  it('refuses what was signed for another chain, for another wallet or by another key, and any changed field', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const own = operation()
    const other = privateKeyToAccount(generatePrivateKey())
    await world.delegate(other)
    expect(await relay(own, { signed: { ...own, chainId: 1 } })).toMatchObject(refused)
    expect(await relay(own, { to: other.address })).toMatchObject(refused)
    expect(await relay(own, { signer: other })).toMatchObject(refused)
    for (const changed of [
      { id: pad('0x02') },
      { nonce: own.nonce + (1n << 64n) },
      { deadline: own.deadline + 1n },
      { callGas: own.callGas + 1n },
      { calls: [world.transferCall(11n)] },
      { calls: [world.transferCall(10n), world.transferCall(10n)] },
      { calls: [] },
    ]) {
      expect(await relay({ ...own, ...changed }, { signed: own, gas: 500_000n })).toMatchObject(refused)
    }
    expect(await world.usedUp(own)).toBe(false)
  })

  it('refuses an operation after its deadline', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const { timestamp } = await world.chain.getBlock()
    const late = operation({ deadline: timestamp - 1n })
    expect(await relay(late)).toMatchObject(refused)
    expect(await world.usedUp(late)).toBe(false)
  })

  it('lets nobody but the wallet itself run calls directly', async () => {
    const { wallet } = await world.delegatedWallet()
    const perform = encodeFunctionData({
      abi: slipwayDelegateAbi,
      functionName: 'perform',
      args: [[world.transferCall(10n)]],
    })
    const sent = await world.chain.sendTransaction({
      chain: null,
      account: world.relayer,
      to: wallet.address,
      data: perform,
      gas: 200_000n,
    })
    expect((await world.mined(sent)).status).toBe('reverted')
  })
})
