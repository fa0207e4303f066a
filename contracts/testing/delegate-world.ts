import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  http,
  keccak256,
  parseEther,
  publicActions,
  toHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '@/dev/chains/anvil'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { deployTokens, FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findFreePort } from '@/dev/free-port'
import { delegateAddress } from '@/server/chains/evm/delegate'
import { encodeExecute } from '@/server/chains/evm/encode-execute'
import { findOperationOutcome } from '@/server/chains/evm/find-operation-outcome'
import { DELEGATION_GAS } from '@/server/chains/evm/gas-figures'
import type { Operation } from '@/server/chains/evm/operation'
import { operationDigest } from '@/server/chains/evm/operation-digest'
import { callGasOf, relayGasOf } from '@/server/chains/evm/operation-gas'
import { erc20Abi } from '../generated/erc20'
import { slipwayDelegateAbi } from '../generated/slipway-delegate'

const CHAIN_ID = 31337
const FOREVER = 2n ** 40n

export const SHOP: Address = '0x00000000000000000000000000000000000051a0'
/** The result of `relay` for an operation that the delegate did not take. */
export const refused = { receipt: { status: 'reverted' }, outcome: null }

export const oneCallGas = (ownGasLimit = 90_000n) => callGasOf(ownGasLimit)

/** A chain of one test file with the delegate and a token on it, and the short words its tests use. */
export async function openDelegateWorld() {
  const base = await openChain()
  const { chain, token, faucet, relayer, mined } = base

  const delegationOf = (account: PrivateKeyAccount) =>
    account.signAuthorization({ address: delegateAddress(), chainId: CHAIN_ID, nonce: 0 })

  async function delegate(account: PrivateKeyAccount) {
    const authorizationList = [await delegationOf(account)]
    const transaction = { chain: null, account: relayer, to: account.address, gas: DELEGATION_GAS, authorizationList }
    return mined(await chain.sendTransaction(transaction))
  }

  return {
    ...base,
    delegationOf,
    delegate,
    transferCall: (amount: bigint) => transferCall(token, amount),
    balanceOf: (owner: Address) =>
      chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    async usedUp({ wallet, nonce }: Operation): Promise<boolean> {
      const args = [wallet, nonce >> 64n] as const
      const call = { address: wallet, abi: slipwayDelegateAbi, functionName: 'nonces', args } as const
      return (await chain.readContract(call)) > nonce
    },
    /** A wallet with tokens and not a wei for gas, whose account already points to the delegate. */
    async delegatedWallet() {
      const wallet = newAccount()
      await mined(
        await chain.sendTransaction({ chain: null, account: faucet, ...transferCall(token, 1_000n, wallet.address) }),
      )
      await delegate(wallet)
      return operatorOf(base, wallet)
    },
    /** A wallet without tokens and coins, whose account points nowhere. */
    plainWallet: () => operatorOf(base, newAccount()),
  }
}
export type DelegateWorld = Awaited<ReturnType<typeof openDelegateWorld>>

async function openChain() {
  const home = mkdtempSync(join(tmpdir(), 'slipway-delegate-'))
  const anvil = await startAnvil({ chainId: CHAIN_ID, port: await findFreePort(), logFile: join(home, 'log') })
  const close = async () => {
    await anvil.stop()
    rmSync(home, { recursive: true, force: true })
  }
  const transport = http(anvil.rpcUrl)
  const chain = createWalletClient({ transport, pollingInterval: 50 }).extend(publicActions)
  const test = createTestClient({ mode: 'anvil', transport })
  const [relayer, otherRelayer] = [newAccount(), newAccount()]
  const relayers = [relayer, otherRelayer, newAccount(), newAccount()]

  async function deploy(): Promise<Address> {
    const [first] = await deployTokens({ rpcUrl: anvil.rpcUrl })
    if (!first) throw new Error('no token')
    await deployDelegate({ rpcUrl: anvil.rpcUrl })
    for (const { address } of relayers) await test.setBalance({ address, value: parseEther('10') })
    return first.address
  }
  // Without a world, the test file has nothing to close.
  const token = await deploy().catch(async (error: unknown) => {
    await close()
    throw error
  })

  return {
    chain,
    test,
    token,
    faucet: privateKeyToAccount(FAUCET_PRIVATE_KEY),
    relayers,
    relayer,
    otherRelayer,
    mined: (hash: Hex) => waitForReceipt(chain, hash),
    close,
  }
}

/** The operations of a wallet: how they are made, signed and relayed. */
function operatorOf(
  { chain, token, relayer, mined }: Awaited<ReturnType<typeof openChain>>,
  wallet: PrivateKeyAccount,
) {
  function operation(fields: Partial<Operation> = {}): Operation {
    const id = keccak256(generatePrivateKey())
    return {
      chainId: CHAIN_ID,
      wallet: wallet.address,
      id,
      relayer: relayer.address,
      nonce: (BigInt(id) >> 64n) << 64n,
      deadline: FOREVER,
      callGas: oneCallGas(),
      calls: [transferCall(token, 10n)],
      ...fields,
    }
  }

  async function signedData(wanted: Operation, options: { signed?: Operation; signer?: PrivateKeyAccount } = {}) {
    const signature = await (options.signer ?? wallet).sign({ hash: toHex(operationDigest(options.signed ?? wanted)) })
    return encodeExecute(wanted, hexToBytes(signature))
  }

  async function relay(
    wanted: Operation,
    options: {
      signed?: Operation
      from?: PrivateKeyAccount
      gas?: bigint
      to?: Address
      signer?: PrivateKeyAccount
    } = {},
  ) {
    const receipt = await mined(
      await chain.sendTransaction({
        chain: null,
        account: options.from ?? relayer,
        to: options.to ?? wanted.wallet,
        data: await signedData(wanted, options),
        gas: options.gas ?? relayGasOf(wanted.callGas, 68),
      }),
    )
    return { receipt, outcome: findOperationOutcome(receipt.logs, wanted) }
  }

  return { wallet, operation, signedData, relay }
}

function transferCall(token: Address, amount: bigint, to: Address = SHOP) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { to: token, value: 0n, data }
}

function newAccount(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}
