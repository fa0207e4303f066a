import { encodeErrorResult, pad } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOperationOutcome } from '@/server/chains/evm/find-operation-outcome'
import { relayGasOf } from '@/server/chains/evm/operation-gas'
import { neverEndsRuntimeBytecode, revertsWithMuchRuntimeBytecode } from './generated/odd-contracts'
import { standInTokenAbi } from './generated/stand-in-token'
import { type DelegateWorld, oneCallGas, openDelegateWorld, refused, SHOP } from './testing/delegate-world'

describe('SlipwayDelegate', () => {
  let world: DelegateWorld
  beforeAll(async () => {
    world = await openDelegateWorld()
    // A first transfer to the shop costs more gas than those after it: the limits tried here are measured after it.
    const { operation, relay } = await world.delegatedWallet()
    await relay(operation())
  })
  afterAll(() => world.close())

  it('rolls back every call when one reverts, is used up by it, and says why', async () => {
    const { wallet, operation, relay } = await world.delegatedWallet()
    const before = await world.balanceOf(SHOP)
    const tooMuch = operation({
      calls: [world.transferCall(10n), world.transferCall(1_000n)],
      callGas: oneCallGas(150_000n),
    })
    const { receipt, outcome } = await relay(tooMuch, { gas: 500_000n })
    expect(receipt.status).toBe('success')
    expect(outcome).toEqual({
      success: false,
      result: encodeErrorResult({
        abi: standInTokenAbi,
        errorName: 'ERC20InsufficientBalance',
        args: [wallet.address, 990n, 1_000n],
      }),
    })
    expect(await world.balanceOf(SHOP)).toBe(before)
    expect(await world.usedUp(tooMuch)).toBe(true)
    expect(await relay(tooMuch, { gas: 500_000n })).toMatchObject(refused)
  })

  it('survives a call that burns all its gas and one that answers with very much', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const [burner, shouter] = [pad('0xb1', { size: 20 }), pad('0xb2', { size: 20 })]
    await world.test.setCode({ address: burner, bytecode: neverEndsRuntimeBytecode })
    await world.test.setCode({ address: shouter, bytecode: revertsWithMuchRuntimeBytecode })
    const burning = operation({ calls: [{ to: burner, value: 0n, data: '0x' }] })
    expect((await relay(burning)).outcome).toEqual({ success: false, result: '0x' })
    const shouting = operation({ calls: [{ to: shouter, value: 0n, data: '0x' }] })
    const { outcome } = await relay(shouting)
    expect(outcome).toEqual({ success: false, result: `0x${'00'.repeat(512)}` })
  })

  it('reverts without using anything up when the carrier brings too little gas for what was signed', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const own = operation()
    const enough = (await relay(operation())).receipt.gasUsed
    // From far too little to just not enough: never may the calls fail for lack of gas.
    const limit = relayGasOf(own.callGas, 68)
    for (const gas of [enough - 20_000n, enough, enough + 5_000n, enough + 20_000n, limit - 60_000n]) {
      expect(await relay(own, { gas })).toMatchObject(refused)
      expect(await world.usedUp(own)).toBe(false)
    }
    expect((await relay(own)).outcome).toMatchObject({ success: true })
  })

  it('never lets an inner call fail for lack of gas, at whatever limit the carrier has', async () => {
    const { operation, relay } = await world.delegatedWallet()
    let [low, high] = [60_000n, relayGasOf(oneCallGas(), 68)]
    while (high - low > 200n) {
      const gas = (low + high) / 2n
      const { receipt, outcome } = await relay(operation(), { gas })
      if (receipt.status === 'success') {
        expect(outcome).toMatchObject({ success: true })
        high = gas
      } else low = gas
    }
    expect(high).toBeLessThan(relayGasOf(oneCallGas(), 68))
  })

  it('does not look carried out on an account that is no delegate: the carrier succeeds and proves nothing', async () => {
    const { operation, relay } = world.plainWallet()
    const { receipt, outcome } = await relay(operation())
    expect(receipt.status).toBe('success')
    expect(outcome).toBeNull()
  })

  it('does not take the event of another account for the wallet’s own', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const own = operation()
    const { receipt } = await relay(own)
    const forged = receipt.logs.map((log) => ({ ...log, address: SHOP }))
    expect(findOperationOutcome(forged, own)).toBeNull()
    expect(findOperationOutcome(receipt.logs, { ...own, id: pad('0x03') })).toBeNull()
  })
})
