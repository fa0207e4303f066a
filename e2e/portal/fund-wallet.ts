import { type Address, createWalletClient, erc20Abi, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { stack } from './stack'

export const CHAIN_ID = 84532

/** Gives an address 100 cNGN from the local faucet. */
export async function fundWallet(address: string): Promise<void> {
  const chain = stack().evm.find((candidate) => candidate.chainId === CHAIN_ID)
  const token = chain?.tokens.find((candidate) => candidate.symbol === 'cNGN')
  if (!chain || !token) throw new Error(`The stack has no chain ${CHAIN_ID} with cNGN.`)
  const faucet = createWalletClient({
    account: privateKeyToAccount(hex(chain.faucetPrivateKey)),
    transport: http(chain.rpcUrl),
  }).extend(publicActions)
  const hash = await faucet.writeContract({
    chain: null,
    address: hex(token.address),
    abi: erc20Abi,
    functionName: 'transfer',
    args: [hex(address), 100_000_000n],
  })
  await faucet.waitForTransactionReceipt({ hash, pollingInterval: 100 })
}

/** Keys and addresses come from the stack's own file and API as plain text. */
function hex(text: string): Address {
  return text as Address
}
