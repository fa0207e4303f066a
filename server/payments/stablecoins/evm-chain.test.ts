import { type Address, getAddress, maxUint128 } from 'viem'
import { afterAll, beforeAll } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { standInTokenAbi, standInTokenBytecode } from '@/contracts/generated/stand-in-token'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { type Coin, type OnChain, suiteOfChain } from './chain-suite.test-data'

// Starts early: it waits for many blocks.
let world: EngineWorld
let onChain: OnChain
beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 2 })
  const { rpc, cngn } = world.chain
  onChain = {
    chainId: CHAIN_ID,
    taken: [{ ...cngn, peg: 'NGN' }, await deploy('DAI', 18, 'USD'), await deploy('NGN9', 9, 'NGN')],
    wrong: await deploy('WRONG', 6, 'USD'),
    async send({ address }, to, units) {
      const call = { functionName: 'transfer', args: [to as Address, units] } as const
      const hash = await rpc.writeContract({ chain: null, address: address as Address, abi: erc20Abi, ...call })
      await waitForReceipt(rpc, hash)
    },
    balance: ({ address }, owner) =>
      rpc.readContract({
        ...{ address: address as Address, abi: erc20Abi },
        ...{ functionName: 'balanceOf', args: [owner as Address] },
      }),
    end: (id) => world.runUntilEnded(id),
  }
})
afterAll(() => world.close())

suiteOfChain('EVM', () => onChain)

/** The operator's row has the decimals; the test contract only counts units. */
async function deploy(symbol: string, decimals: number, peg: Coin['peg']): Promise<Coin> {
  const { rpc } = world.chain
  const owner = rpc.account.address
  const made = { chain: null, abi: standInTokenAbi, bytecode: standInTokenBytecode } as const
  const hash = await rpc.deployContract({ ...made, args: [symbol, symbol, owner] })
  const { contractAddress } = await waitForReceipt(rpc, hash)
  if (!contractAddress) throw new Error('not deployed')
  const mint = { functionName: 'mint', args: [owner, maxUint128] } as const
  const minted = await rpc.writeContract({ chain: null, address: contractAddress, abi: standInTokenAbi, ...mint })
  await waitForReceipt(rpc, minted)
  return { address: getAddress(contractAddress), symbol, decimals, peg }
}
