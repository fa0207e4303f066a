import { encodeAbiParameters, encodeFunctionData, getAddress, type Hex, keccak256, zeroAddress } from 'viem'
import { assetFactoryAbi } from '@/contracts/generated/asset-factory'

/** The parameters of the factory for a new asset; see contracts/assets. */
export type AssetParams = {
  name: string
  symbol: string
  decimals: number
  admin: Hex
  /** 0n means no limit, here and for the next two. */
  maxHolders: bigint
  maxPerInvestor: bigint
  lockUpSeconds: bigint
  yieldBearing: boolean
  /** The zero address for a token without coupons. */
  paymentToken: Hex
}

type Given = {
  name: string
  ticker: string
  decimals: number
  adminAddress: string
  maxShareholders: number
  maxPerInvestorUnits: bigint
  lockUpSeconds: number
  paymentToken: string | null
}

export function toAssetParams(given: Given): AssetParams {
  return {
    name: given.name,
    symbol: given.ticker,
    decimals: given.decimals,
    admin: getAddress(given.adminAddress),
    maxHolders: BigInt(given.maxShareholders),
    maxPerInvestor: given.maxPerInvestorUnits,
    lockUpSeconds: BigInt(given.lockUpSeconds),
    yieldBearing: given.paymentToken !== null,
    paymentToken: given.paymentToken === null ? zeroAddress : getAddress(given.paymentToken),
  }
}

const SALT_VERSION = 1

/** The salt of a token. A second deployment with it has the same address, so it finds the token deployed. */
export function saltOf({ projectId, tokenId }: { projectId: string; tokenId: string }): Hex {
  const types = [{ type: 'string' }, { type: 'string' }, { type: 'uint256' }] as const
  return keccak256(encodeAbiParameters(types, [projectId, tokenId, BigInt(SALT_VERSION)]))
}

export function encodePredict(params: AssetParams, salt: Hex): Hex {
  return encodeFunctionData({ abi: assetFactoryAbi, functionName: 'predictAsset', args: [params, salt] })
}

export function encodeCreate(params: AssetParams, salt: Hex): Hex {
  return encodeFunctionData({ abi: assetFactoryAbi, functionName: 'createAsset', args: [params, salt] })
}
