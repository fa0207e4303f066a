import { type Address, createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { assetFactoryDeployment } from '@/server/chains/evm/asset-factory-code'
import { CREATE2_DEPLOYER } from '@/server/chains/evm/delegate-code'

const environment = z.object({
  /** A node of the chain. */
  ASSET_FACTORY_RPC_URL: z.url({ protocol: /^https?$/ }),
  /** Pays about 10,000,000 gas and gets no right by it: 0x and 64 hex digits. */
  ASSET_FACTORY_PRIVATE_KEY: z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)),
})

/**
 * dist/asset-factory.mjs: deploys the factory of tokenized assets to a chain, at the same address on every chain; if it
 * is deployed already, it says so. For deployments that pay with a separate key; the chain's page does the same with
 * the gas wallet. Run it as: `ASSET_FACTORY_RPC_URL=https://... ASSET_FACTORY_PRIVATE_KEY=0x... node
 * dist/asset-factory.mjs`
 */
async function main(): Promise<void> {
  const { success, data, error } = environment.safeParse(process.env)
  if (!success) throw new Error(`${error.issues[0]?.path.join('.')} is missing or malformed`)
  const account = privateKeyToAccount(data.ASSET_FACTORY_PRIVATE_KEY)
  const client = createWalletClient({ account, transport: http(data.ASSET_FACTORY_RPC_URL) }).extend(publicActions)
  const address = assetFactoryAddress()
  const hasCode = async (at: Address) => (await client.getCode({ address: at })) !== undefined
  const chainId = await client.getChainId()
  if (await hasCode(address)) return console.log(`Chain ${chainId} has the asset factory at ${address} already`)
  if (!(await hasCode(CREATE2_DEPLOYER)))
    throw new Error(`Chain ${chainId} has no contract deployer at ${CREATE2_DEPLOYER}`)
  const hash = await client.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data: assetFactoryDeployment() })
  console.log(`Sent ${hash}`)
  const { gasUsed } = await client.waitForTransactionReceipt({ hash, timeout: 600_000 })
  if (!(await hasCode(address))) throw new Error(`Chain ${chainId} has no asset factory at ${address} after ${hash}`)
  console.log(`Chain ${chainId} has the asset factory at ${address} now, for ${gasUsed} gas`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
