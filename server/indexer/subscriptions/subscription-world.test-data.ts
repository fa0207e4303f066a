import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { indexerSubscriptions } from '@/db/schema'
import { newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { forgetChains } from '@/server/chains/registry'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

export const PATH = '/v1/indexer/subscriptions'
export const CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const BODY = {
  network: 'BASE',
  contractAddress: CONTRACT,
  webhookUrl: 'http://127.0.0.1:9/hooks',
  events: ['transfer', 'event Staked(address indexed user, uint256 amount)'],
}
/** The mainnet and the testnet of each network, and only the testnet of Lisk. */
export const SERVED = [8_453, 84_532, 1, 11_155_111, 4_202] as const

/** Served chains at block 41 (Solana's testnet at slot 900), and for each test a caller of `/v1`. */
export function openSubscriptionWorld() {
  openDatabase()
  const nodes = new Map<number, StubNode>()
  let client: WalletClient
  beforeAll(async () => {
    for (const chainId of SERVED) nodes.set(chainId, await startStubNode({ chainId, head: 41n }))
    const onSolana = {
      getGenesisHash: () => 'local',
      getSlot: () => 900,
      getMultipleAccounts: () => ({ value: [null] }),
    }
    nodes.set(103, await startStubNode({ methods: onSolana }))
    for (const [chainId, { url }] of nodes) await addRpcEndpoint(chainId, url)
    forgetChains()
  })
  afterAll(async () => {
    await Promise.all([...nodes.values()].map((node) => node.close()))
  })
  beforeEach(async () => {
    client = await walletClient()
  })
  return {
    get client(): WalletClient {
      return client
    },
    nodeOf: (chainId: number): StubNode => {
      const node = nodes.get(chainId)
      if (!node) throw new Error(`chain ${chainId} is not served`)
      return node
    },
    create: async (who: WalletClient, changes: object = {}) => {
      const answer = await who.post(PATH, { ...BODY, ...changes })
      expect(answer).toMatchObject({ code: 201, status: true })
      return newIndexerSubscriptionView.strict().parse(answer.data)
    },
    rowOf: async (id: string) => {
      const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
      if (!row) throw new Error('the subscription is not stored')
      return row
    },
  }
}
