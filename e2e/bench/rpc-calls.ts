import { type Address, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc20Abi } from '@/contracts/generated/erc20'
import { eventSpoutAbi, eventSpoutBytecode } from '@/contracts/generated/event-spout'
import { newId } from '@/db/new-id'
import { indexerSubscriptions } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { type Cursor, claimCursor, releaseCursor } from '@/server/chains/cursor'
import type { PollResult } from '@/server/chains/follow/follow-in-turns'
import type { Chain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { followDeposits, newDepositFollower } from '@/server/deposits/follow/follow-deposits'
import { followChain, newFollower } from '@/server/indexer/follow/follow-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { requireChain } from '@/server/testing/require-chain'
import { followTokens, newTokenFollower } from '@/server/tokens/follow/follow-tokens'
import { PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { type CountedCall, startCountingNode } from './counting-node'
import { withTokenWorld } from './token-world'
import { RECIPIENT } from './transfer-world'

const MAX_TURNS = 500
/** anvil calls a block final when so many are above it. */
const FINAL_DEPTH = 64

const CONSUMERS = ['deposits', 'indexer', 'tokens'] as const
type Consumer = (typeof CONSUMERS)[number]
type Followers = Record<Consumer, (chain: Chain, cursor: Cursor) => Promise<PollResult>>
/** The requests of each consumer for one block. */
type Asked = Record<Consumer, CountedCall[][]>
type Node = Awaited<ReturnType<typeof startCountingNode>>

/**
 * What each follower asks a node for one new block, once it has read the chain: without anything followed, and with
 * event subscriptions, a wallet and a token. The head is not counted: one question of a process serves all followers.
 */
export async function benchRpcCalls({ blocks }: { blocks: number }): Promise<void> {
  await withTokenWorld(async (world) => {
    const node = await startCountingNode(world.chain.anvil.rpcUrl)
    try {
      await world.chain.holdMining()
      const bare = { node, finality: 'depth' } as const
      await measure(world, { ...bare, title: 'nothing is followed', blocks, work: async () => {} })
      const work = await followOneOfEach(world)
      // One after the other, since two have the same sender.
      const everything = async () => {
        for (const send of Object.values(work)) await send()
      }
      await measure(world, { ...bare, title: 'an empty block', blocks, work: async () => {} })
      await measure(world, { ...bare, title: 'the event', blocks, work: work.event })
      await measure(world, { ...bare, title: 'coins to the wallet', blocks, work: work.coins })
      const known = 'a known token to the wallet, with a subscription'
      await measure(world, { ...bare, title: known, blocks, work: work.known })
      await measure(world, { ...bare, title: 'the token moves', blocks, work: work.token })
      await measure(world, { ...bare, title: 'all of them', blocks, work: everything })
      await measure(world, { node, title: 'all, final by tag', finality: 'finalized', blocks, work: everything })
    } finally {
      node.close()
    }
  })
}

/** Event subscriptions, a wallet and a token. Returns what sends a transaction of each into the next block. */
async function followOneOfEach(world: TokenWorld) {
  const { rpc, test, resumeMining, holdMining } = world.chain
  const holder = privateKeyToAccount(generatePrivateKey())
  resumeMining()
  const { id, contractAddress } = await world.active(PLAIN)
  const wallets = [holder.address, RECIPIENT].map((address, n) => ({ address, investorId: `investor-${n}` }))
  await world.done(id, 'wallets', { wallets })
  await world.done(id, 'mint', { to: holder.address, amount: '1000' })
  await test.setBalance({ address: holder.address, value: parseEther('100') })
  const hash = await rpc.deployContract({ abi: eventSpoutAbi, bytecode: eventSpoutBytecode, chain: null })
  const { contractAddress: spout } = await waitForReceipt(rpc, hash)
  const wallet = await world.newWallet()
  await subscribe(world, spout as Address)
  await subscribe(world, world.chain.cngn.address)
  await holdMining()
  const none = { chain: null, gas: 1_000_000n } as const
  const args = [RECIPIENT, 1n] as const
  return {
    event: () =>
      rpc.writeContract({ ...none, address: spout as Address, abi: eventSpoutAbi, functionName: 'spout', args }),
    known: () =>
      rpc.writeContract({
        ...none,
        address: world.chain.cngn.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [wallet, 1n],
      }),
    coins: () => rpc.sendTransaction({ chain: null, to: wallet, value: 1n }),
    token: () =>
      rpc.writeContract({
        ...none,
        account: holder,
        address: contractAddress as Hex,
        abi: erc20Abi,
        functionName: 'transfer',
        args,
      }),
  }
}

async function subscribe({ client }: TokenWorld, contractAddress: Address): Promise<void> {
  const { businessId, projectId } = client.tenant
  const id = newId()
  const { sealed } = await newDestinationSecret(EVENT_SUBSCRIPTION, id)
  const own = { id, businessId, projectId, chainId: CHAIN_ID, secretSealed: sealed, createdBy: 'bench' }
  const asked = { contractAddress, events: ['transfer'], webhookUrl: 'http://127.0.0.1:9/', fromBlock: 1n }
  await workerCtx()
    .db.insert(indexerSubscriptions)
    .values({ ...own, ...asked })
}

type Measured = {
  node: Node
  title: string
  finality: Chain['finality']
  blocks: number
  /** Sends the transactions of the next block. */
  work: () => Promise<unknown>
}

async function measure(world: TokenWorld, { node, title, finality, blocks, work }: Measured): Promise<void> {
  const known = await requireChain()
  const endpoints = known.endpoints.map((endpoint) => ({ ...endpoint, url: node.url }))
  const chain = { ...known, endpoints, rpcUrls: [node.url], finality }
  const followers = newFollowers()
  const next = async () => {
    await work()
    await world.chain.test.mine({ blocks: 1 })
    return turnOfAll(node, chain, followers)
  }
  const before = finality === 'depth' ? 2 : FINAL_DEPTH + 2
  for (let block = 0; block < before; block++) await next()
  const all: Asked[] = []
  for (let block = 0; block < blocks; block++) all.push(await next())
  print(title, all)
}

function newFollowers(): Followers {
  const ctx = workerCtx()
  const [deposits, events, tokens] = [newDepositFollower(), newFollower(), newTokenFollower()]
  return {
    deposits: (chain, cursor) => followDeposits(ctx, chain, cursor, deposits),
    indexer: (chain, cursor) => followChain(ctx, chain, cursor, events),
    tokens: (chain, cursor) => followTokens(ctx, chain, cursor, tokens),
  }
}

/** Lets each follower read the chain to its end, one after the other. */
async function turnOfAll(node: Node, chain: Chain, followers: Followers): Promise<Asked> {
  const asked: Asked = { deposits: [], indexer: [], tokens: [] }
  for (const consumer of CONSUMERS) {
    node.take()
    for (let turns = 0; ; turns++) {
      if (turns === MAX_TURNS) throw new Error(`the follower of ${consumer} does not come to an end`)
      const cursor = await claimCursor(workerCtx(), { chainId: CHAIN_ID, consumer }, { owner: 'bench', seconds: 60 })
      if (!cursor) throw new Error(`another process follows ${consumer}`)
      const { turn } = await followers[consumer](chain, cursor)
      if (turn === 'waiting' || turn === 'idle') break
    }
    asked[consumer] = withoutHeads(node.take())
    await releaseCursor(workerCtx(), { chainId: CHAIN_ID, consumer }, 'bench')
  }
  return asked
}

/** The requests without the calls for the head. */
function withoutHeads(requests: readonly CountedCall[][]): CountedCall[][] {
  const rest = requests.map((calls) => calls.filter(({ method }) => method !== 'eth_blockNumber'))
  return rest.filter((calls) => calls.length > 0)
}

/** The columns of the table: the calls by their kind. */
const KINDS = ['whole block', 'header', 'tag', 'eth_getLogs', 'eth_getBlockReceipts', 'eth_getTransactionReceipt']

const HEADING = ['requests', ...KINDS.map((kind) => kind.replace('eth_get', ''))]
const toRow = (cells: readonly string[]) => cells.map((cell) => cell.padStart(19)).join('')

function print(title: string, all: readonly Asked[]): void {
  console.log(`  ${title}, per block\n${' '.repeat(13)}${toRow(HEADING)}`)
  const figure = (count: number) => (count / all.length).toFixed(1)
  for (const consumer of CONSUMERS) {
    const requests = all.flatMap((asked) => asked[consumer])
    const kinds = requests.flat().map(kindOf)
    const counts = KINDS.map((kind) => kinds.filter((one) => one === kind).length)
    console.log(`    ${consumer.padEnd(9)}${toRow([requests.length, ...counts].map(figure))}`)
  }
  const repeated = all.map(countRepeated).reduce((sum, count) => sum + count, 0)
  console.log(`    ${figure(repeated)} calls that another follower sent too`)
}

function kindOf({ method, params: [block, isWhole] }: CountedCall): string {
  if (method !== 'eth_getBlockByNumber') return method
  if (typeof block === 'string' && !block.startsWith('0x')) return 'tag'
  return isWhole ? 'whole block' : 'header'
}

/** Calls with the same parameters as one of another follower for the same block. */
function countRepeated(asked: Asked): number {
  const seen = new Set<string>()
  let repeated = 0
  for (const requests of Object.values(asked)) {
    const own = new Set(requests.flat().map((call) => JSON.stringify(call)))
    for (const call of own) {
      if (seen.has(call)) repeated += 1
      seen.add(call)
    }
  }
  return repeated
}
