import { spawnSync } from 'node:child_process'
import { benchAccept } from './accept'
import { benchDeliveries } from './deliveries'
import { benchDeposits } from './deposits'
import { benchEngine } from './engine'
import { benchBackfill, benchLive } from './events'
import { benchHttp } from './http'
import { benchLedgerSize } from './ledger-size'
import { benchLists } from './lists'
import { benchPaymentCalls } from './payment-calls'
import { benchPaymentLists } from './payment-lists'
import { benchRelayed } from './relayed'
import { benchRpcCalls } from './rpc-calls'
import { benchSettlements } from './settlements'
import { benchSigner } from './signer'
import { benchSoak } from './soak'
import { benchSolana } from './solana'
import { benchTokenCoupons } from './token-coupons'
import { benchTokenHolders } from './token-holders'
import { benchTokenMints } from './token-mints'
import { benchTransfers } from './transfers'

/**
 * `npm run bench`: each figure beside a raw limit measured in the same run. Names choose some: `npm run bench -- http`.
 */
const BENCHES: Record<string, { title: string; run: () => Promise<unknown> }> = {
  engine: { title: 'Job engine: event to function start, runs per second', run: () => benchEngine() },
  http: { title: 'Authenticated reads: front server and Next against bare node:http', run: () => benchHttp() },
  transfers: {
    title: 'Transfers end to end against a bare viem loop',
    run: () => benchTransfers({ count: 5_000, wallets: [20, 200], repeats: 3 }),
  },
  accept: {
    title: 'Acceptance of transfers at a fixed pace',
    run: () => benchAccept({ perSecond: 100, seconds: 20 }),
  },
  relayed: {
    title: 'One wallet through relayers (EIP-7702) against one transfer at a time',
    run: () => benchRelayed({ count: 400, repeats: 3 }),
  },
  backfill: {
    title: 'Events of final blocks, stored and in the outbox, against reading logs alone',
    run: () => benchBackfill({ blocks: 5_000, perBlock: 20, repeats: 3 }),
  },
  live: {
    title: 'Events from their block to their receiver',
    run: () => benchLive({ contracts: [1, 50, 500], blocks: 100, perBlock: 5 }),
  },
  deposits: {
    title: 'Blocks read for deposits: 100,000 wallets beside 100',
    run: () => benchDeposits({ watched: [100, 100_000], blocks: 150, perBlock: 50, repeats: 3 }),
  },
  rpc: {
    title: 'What the followers of deposits, events and tokens ask a node for each block',
    run: () => benchRpcCalls({ blocks: 10 }),
  },
  deliveries: {
    title: 'Webhooks from the outbox to their receivers, against a bare undici loop',
    run: () => benchDeliveries({ count: 20_000, receivers: 20, repeats: 3 }),
  },
  'lists-events': {
    title: 'Lists of delivery logs and deposits over many rows, and deliveries beside them',
    run: () => benchLists({ count: Number(process.env.BENCH_ROWS ?? 10_000_000), samples: 40, deliveries: 1_000 }),
  },
  payments: {
    title: 'Settlements against bare inserts of their rows',
    run: () => benchSettlements({ count: 500, rounds: 3, sideBySide: [1, 8] }),
  },
  quotes: {
    title: 'Quotes through HTTP, and what metering costs a read',
    run: () => benchPaymentCalls({ build: !process.env.BENCH_BUILT }),
  },
  'lists-payments': {
    title: 'List of payments over many rows',
    run: () => benchPaymentLists({ count: Number(process.env.BENCH_ROWS ?? 1_000_000), samples: 40 }),
  },
  ledger: {
    title: 'The nightly check of the ledger over many journals',
    run: () => benchLedgerSize({ journals: Number(process.env.BENCH_ROWS ?? 1_000_000), repeats: 3 }),
  },
  holders: {
    title: 'Holders of one token, page by page',
    run: () => benchTokenHolders({ holders: Number(process.env.BENCH_ROWS ?? 100_000), samples: 40 }),
  },
  mints: {
    title: 'Mints by the thousand against a bare viem loop of the same batches',
    run: () => benchTokenMints({ requests: 10 }),
  },
  coupons: {
    title: 'A coupon for 10,000 holders against a bare viem loop of the same batches',
    run: () => benchTokenCoupons({ holders: 10_000 }),
  },
  signer: {
    title: 'Signing in a process of its own against signing in the app',
    run: () => benchSigner({ repeats: 3 }),
  },
  solana: {
    title: 'Solana transfers end to end against a bare loop on the local cluster',
    run: () => benchSolana({ count: 2_000, wallets: 20, repeats: 3 }),
  },
  soak: {
    title: 'Mixed load at 70 % of capacity, then three times the capacity, then recovery',
    run: () => benchSoak({ minutes: Number(process.env.BENCH_MINUTES ?? 60) }),
  },
}

/** Takes an hour: it runs where it is named. */
const ONLY_NAMED = new Set(['soak'])

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !BENCHES[name])
if (unknown) {
  console.error(`${unknown} is not a benchmark: choose from ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}
const [only] = wanted
const chosen = wanted.length === 1 && only ? BENCHES[only] : undefined
if (chosen) {
  console.log(`\n=== ${chosen.title}`)
  await chosen.run()
} else {
  // Each in a separate process: what one leaves connected, cached or running would slow down the next, or break it.
  for (const name of Object.keys(BENCHES)) {
    if (wanted.length > 0 ? !wanted.includes(name) : ONLY_NAMED.has(name)) continue
    const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name], {
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = 1
  }
}
