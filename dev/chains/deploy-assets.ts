import { type Address, createWalletClient, http, publicActions } from 'viem'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { assetFactoryDeployment } from '@/server/chains/evm/asset-factory-code'
import { CREATE2_DEPLOYER } from '@/server/chains/evm/delegate-code'
import { CONTRACT_DEPLOYER } from './deployers'
import { waitForReceipt } from './wait-for-receipt'

/**
 * Deploys the factory of tokenized assets on a local chain, at the address it has everywhere. Does nothing if it is
 * deployed.
 */
export async function deployAssetFactory(input: { rpcUrl: string }): Promise<Address> {
  const transport = http(input.rpcUrl)
  const client = createWalletClient({ account: CONTRACT_DEPLOYER, transport, pollingInterval: 100 }).extend(
    publicActions,
  )
  const address = assetFactoryAddress()
  if (await client.getCode({ address })) return address
  const hash = await client.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data: assetFactoryDeployment() })
  await waitForReceipt(client, hash)
  if (!(await client.getCode({ address }))) throw new Error(`the asset factory is not at ${address}`)
  return address
}
