import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { tokenView } from '@/schemas/tokens/contract'
import type { Answer } from '@/server/testing/wallet-client'
import type { Strike } from './thief-strike.test-data'
import { type Hand, ThiefWorld } from './thief-world.test-data'
import type { TokenWorld } from './token-world.test-data'

/** A callable bond with four coupons and at most three investors, and actors without tokens. */
export async function openThief(world: TokenWorld, strike: Strike): Promise<ThiefWorld> {
  await world.client.signInAgain()
  const firstBlock = await world.chain.rpc.getBlockNumber({ cacheTime: 0 })
  const answer = await world.issue(await bondOfManyHands(world))
  if (answer.code !== 201) throw new Error(`${answer.code} ${answer.message}`)
  const { tokenId, contract } = readIssued(answer)
  return new ThiefWorld(world, strike, { id: tokenId, contract, firstBlock }, await newHands(world))
}

/** The request that issues the bond. */
export async function bondOfManyHands(world: TokenWorld) {
  const terms = { annualRate: 12.5, couponInterval: 3, dayCount: 'ACT_365', faceValuePerToken: 100, gracePeriod: 5 }
  const days = { firstCouponDate: await world.dayAfter(60), maturityDate: await world.dayAfter(330) }
  return {
    ticker: 'THIEF',
    name: 'Bond of many hands',
    price: 100,
    chain: 'BASE',
    decimals: 8,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    maxShareholders: 2,
    maxTokensPerInvestor: 1_000,
    yieldParams: { ...terms, ...days, callable: true, callDate: await world.dayAfter(100) },
  }
}

/** Two wallets of the business and two outside keys. */
export async function newHands(world: TokenWorld): Promise<Hand[]> {
  const keys = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
  const own = [await world.newWallet(), await world.newWallet()]
  return [
    ...own.map((address, n) => ({ address, investorId: `investor-${n}`, key: null })),
    ...keys.map((key, n) => ({ address: key.address, investorId: `investor-${2 * n}`, key })),
  ]
}

export function readIssued({ data }: Answer): { tokenId: string; contract: Address } {
  const { id, contractAddress } = tokenView.parse(data)
  return { tokenId: id, contract: getAddress(contractAddress) }
}
