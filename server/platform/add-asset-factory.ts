import type { DeploymentState } from '@/schemas/platform/contract'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { ASSET_FACTORY_GAS, assetFactoryDeployment } from '@/server/chains/evm/asset-factory-code'
import type { OperatorCtx } from '@/server/ctx'
import { type DeploymentSites, deployContract, readSites } from './deploy-contract'

/** Whether the factory of tokenized assets is on a chain. Throws not_found, unavailable. */
export function readFactorySites(_ctx: OperatorCtx, { chainId }: { chainId: number }): Promise<DeploymentSites> {
  return readSites(chainId, assetFactoryAddress())
}

/**
 * Deploys the factory of tokenized assets on a chain, at its one address; deploying it grants no right. Audited. Throws
 * failed (a chain without the standard deployer, no gas wallet).
 */
export async function addAssetFactory(ctx: OperatorCtx, sites: DeploymentSites): Promise<DeploymentState> {
  if (sites.isThere) return 'enabled'
  await deployContract(ctx, sites, {
    callData: assetFactoryDeployment(),
    gasLimit: ASSET_FACTORY_GAS,
    action: 'chain.asset_factory_deployed',
  })
  return 'deploying'
}
