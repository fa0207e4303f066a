import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetWorld, by, newSalt, openAssetWorld } from '../testing/asset-world'

describe('AssetFactory', () => {
  let world: AssetWorld
  beforeAll(async () => {
    world = await openAssetWorld()
  })
  afterAll(() => world.close())

  it('makes an asset of its parameters at the address it predicted', async () => {
    const { factory, mined } = world
    const paymentToken = (await world.newPayment()).address
    const limits = { maxHolders: 7n, maxPerInvestor: 9n, lockUpSeconds: 3_600n }
    const params = await world.paramsOf({ yieldBearing: true, paymentToken, decimals: 3, ...limits })
    const salt = newSalt()
    const predicted = await factory.read.predictAsset([params, salt])
    const { logs } = await mined(factory.write.createAsset([params, salt], by(await world.newWallet())))
    expect(logs).toHaveLength(2)
    const [created] = await factory.getEvents.AssetCreated({ asset: predicted })
    expect(created?.args).toEqual({ asset: predicted, admin: params.admin, salt })
    const { read } = world.assetAt(predicted)
    expect(await Promise.all([read.name(), read.symbol(), read.decimals(), read.admin()])).toEqual([
      params.name,
      params.symbol,
      3,
      params.admin,
    ])
    const reported = [read.maxHolders(), read.maxPerInvestor(), read.lockUpSeconds(), read.paymentToken()]
    expect(await Promise.all(reported)).toEqual([7n, 9n, 3_600n, paymentToken])
    expect(await read.totalSupply()).toBe(0n)
  })

  it('makes it once: who asks again learns the address and changes nothing', async () => {
    const { factory, mined } = world
    const [params, salt] = [await world.paramsOf(), newSalt()]
    const anybody = await world.newWallet()
    await mined(factory.write.createAsset([params, salt], by(anybody)))
    const asset = await factory.read.predictAsset([params, salt])
    const holder = await world.newWallet()
    await mined(world.assetAt(asset).write.mint([params.admin, 5n], by(params.admin)))
    const { result } = await factory.simulate.createAsset([params, salt], { account: holder })
    expect(result).toBe(asset)
    const again = await mined(factory.write.createAsset([params, salt], by(holder)))
    expect(again.logs).toEqual([])
    expect(await world.assetAt(asset).read.balanceOf([params.admin])).toBe(5n)
  })

  it('gives a front-runner nothing: with our salt it makes our asset with our admin, with other parameters another', async () => {
    const { factory, mined } = world
    const [params, salt, attacker] = [await world.paramsOf(), newSalt(), await world.newWallet()]
    const ours = await factory.read.predictAsset([params, salt])
    const paymentToken = (await world.newPayment()).address
    const changes = [
      { admin: attacker },
      { name: 'Other' },
      { symbol: 'OTH' },
      { decimals: 7 },
      { maxHolders: 1n },
      { maxPerInvestor: 1n },
      { lockUpSeconds: 1n },
      { yieldBearing: true, paymentToken },
    ]
    for (const changed of changes) {
      const theirs = { ...params, ...changed }
      expect(await factory.read.predictAsset([theirs, salt])).not.toBe(ours)
      await mined(factory.write.createAsset([theirs, salt], by(attacker)))
    }
    expect(await factory.read.predictAsset([params, newSalt()])).not.toBe(ours)
    expect(await world.client.getCode({ address: ours })).toBeUndefined()
    await mined(factory.write.createAsset([params, salt], by(attacker)))
    expect(await world.assetAt(ours).read.admin()).toBe(params.admin)
    expect(await world.refusal(world.assetAt(ours).write.mint([attacker, 1n], by(attacker)))).toBe('NotAdmin')
  })

  it('refuses an asset without an admin, or with a payment token that does not fit', async () => {
    const { factory } = world
    const someone = await world.newWallet()
    const paymentToken = (await world.newPayment()).address
    const create = async (fields: Parameters<typeof world.paramsOf>[0]) =>
      world.refusal(factory.write.createAsset([await world.paramsOf(fields), newSalt()], by(someone)))
    expect(await create({ admin: zeroAddress })).toBe('InvalidWallet')
    expect(await create({ paymentToken })).toBe('InvalidPaymentToken')
    expect(await create({ yieldBearing: true })).toBe('InvalidPaymentToken')
    expect(await create({ yieldBearing: true, paymentToken: someone })).toBe('InvalidPaymentToken')
    expect(await create({ yieldBearing: true, paymentToken })).toBeNull()
  })

  it('lets nobody initialize an asset again, or an implementation at all', async () => {
    const { asset } = await world.newAsset()
    const attacker = await world.newWallet()
    const params = await world.paramsOf({ admin: attacker })
    const implementations = [world.factory.read.plainImplementation(), world.factory.read.yieldImplementation()]
    for (const address of [asset.address, ...(await Promise.all(implementations))])
      expect(await world.refusal(world.assetAt(address).write.initialize([params], by(attacker)))).toBe(
        'InvalidInitialization',
      )
  })
})
