import { afterAll, beforeAll } from 'vitest'
import { CHAIN_ID, type LocalChain, startLocalChain } from './local-chain'
import { newWallet } from './new-wallet'
import { openDatabase } from './open-database'
import { type WalletClient, walletClient } from './wallet-client'

/** The recipient of the transfers of suites. */
export const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

/**
 * A business that calls `/v1`, with a wallet that has 1,000 cNGN on a local chain. Call it once in a file, in place of
 * `openDatabase`.
 */
export function openPayer() {
  openDatabase()
  let chain: LocalChain
  let client: WalletClient
  let wallet: string
  beforeAll(async () => {
    chain = await startLocalChain()
    client = await walletClient()
    wallet = (await newWallet(client.tenant)).address
    await chain.fundToken(wallet, 1_000_000_000n)
  })
  afterAll(() => chain.stop())
  return {
    get chain() {
      return chain
    },
    get client() {
      return client
    },
    get wallet() {
      return wallet
    },
    /** The body of a transfer of 1 cNGN from the wallet. */
    transfer: (change: object = {}) => ({
      fromAddress: wallet,
      toAddress: TO,
      amount: '1',
      chainType: 'EVM',
      chainId: CHAIN_ID,
      cNGN: true,
      ...change,
    }),
  }
}
