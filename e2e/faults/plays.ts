import { someOf } from '@/server/testing/proof'
import type { Scenario } from './scenario'
import { baseFee } from './scenarios/base-fee'
import { calm } from './scenarios/calm'
import { cancelRace } from './scenarios/cancel-race'
import { dropped } from './scenarios/dropped'
import { dryGasWallet } from './scenarios/dry-gas-wallet'
import { fencing } from './scenarios/fencing'
import { killBatches } from './scenarios/kill-batches'
import { depositProof } from './scenarios/kill-deposits'
import { eventProof } from './scenarios/kill-events'
import { killFollowers } from './scenarios/kill-followers'
import { killParts } from './scenarios/kill-parts'
import { killPoints } from './scenarios/kill-points'
import { killReplays } from './scenarios/kill-replays'
import { killSigner } from './scenarios/kill-signer'
import { sweepProof } from './scenarios/kill-sweeps'
import { lateRevert } from './scenarios/late-revert'
import { load } from './scenarios/load'
import { narrowBalance } from './scenarios/narrow-balance'
import { neighbour } from './scenarios/neighbour'
import { offlineChain } from './scenarios/offline-chain'
import { oneKey } from './scenarios/one-key'
import { paymentThief } from './scenarios/payment-thief'
import { payments } from './scenarios/payments'
import { reorg } from './scenarios/reorg'
import { restore } from './scenarios/restore'
import { rolling } from './scenarios/rolling'
import { RPC_FAULTS, rpcFaults } from './scenarios/rpc-faults'
import { solanaFaults } from './scenarios/solana-faults'
import { thief } from './scenarios/thief'
import { tokens } from './scenarios/tokens'

/**
 * How long a run may take: everything, the minutes that `npm test` can afford, or those with what it leaves to
 * `npm run prove`.
 */
export type Form = 'full' | 'long' | 'short'

type Extent = { rounds: number; transfers: number }
/** Null where a form leaves the scenario out; `long` is `short` where it says nothing else. */
export type Play = { run: Scenario; full: Extent | null; short: Extent | null; long?: Extent }

const once = (transfers: number): Extent => ({ rounds: 1, transfers })

const rpcNames = Object.keys(RPC_FAULTS) as (keyof typeof RPC_FAULTS)[] // the keys of a constant
/** The scenarios that a short run plays in turn by day: `IN_SHORT` of the first list, one of the second. */
const FAULTS_IN_TURN = [...rpcNames, 'restore', 'kill-signer'] as const
const IN_SHORT = 4
const KILLS_IN_TURN = ['kill-followers', 'kill-replays', 'kill-sweeps', 'kill-batches'] as const
type InTurn = (typeof FAULTS_IN_TURN)[number] | (typeof KILLS_IN_TURN)[number]
const theirTurn: readonly InTurn[] = [...someOf(FAULTS_IN_TURN, IN_SHORT), ...someOf(KILLS_IN_TURN, 1)]
const inTurn = (name: InTurn, extent: Extent) => (theirTurn.includes(name) ? extent : null)

export const PLAYS: Record<string, Play> = {
  // No rounds: every edge once. First, for nothing else takes as long.
  'kill-points': {
    run: killPoints,
    full: { rounds: 200, transfers: 12 },
    long: { rounds: 0, transfers: 8 },
    short: { rounds: 8, transfers: 8 },
  },
  calm: { run: calm, full: once(1_000), long: once(300), short: once(100) },
  // Each part alone shows what only its crash breaks; together they are the proof, so they get the rounds.
  'kill-app': { run: killParts(['app']), full: { rounds: 3, transfers: 100 }, short: null },
  'kill-engine': { run: killParts(['engine']), full: { rounds: 3, transfers: 100 }, short: null },
  'kill-postgres': { run: killParts(['postgres']), full: { rounds: 3, transfers: 100 }, short: null },
  'kill-mixed': {
    run: killParts(['app', 'engine', 'postgres']),
    full: { rounds: 10, transfers: 100 },
    short: { rounds: 2, transfers: 60 },
  },
  // A round is a kill; everything is held against the chain after every tenth and the last.
  'kill-events': { run: killFollowers([eventProof]), full: { rounds: 100, transfers: 10 }, short: null },
  // So that each of 10,000 wallets is paid once.
  'kill-deposits': { run: killFollowers([depositProof]), full: { rounds: 100, transfers: 112 }, short: null },
  // Recovery takes most of the time: the two proofs share it.
  'kill-followers': {
    run: killFollowers([eventProof, depositProof]),
    full: null,
    long: { rounds: 3, transfers: 10 },
    short: inTurn('kill-followers', { rounds: 3, transfers: 10 }),
  },
  // 1,020 deposits into 680 wallets, by three chains.
  'kill-sweeps': {
    run: killFollowers([sweepProof]),
    full: { rounds: 20, transfers: 17 },
    long: { rounds: 3, transfers: 10 },
    short: inTurn('kill-sweeps', { rounds: 2, transfers: 6 }),
  },
  // A round is a batch whose acceptance is killed; `transfers` are its lines.
  'kill-batches': {
    run: killBatches,
    full: { rounds: 40, transfers: 12 },
    long: { rounds: 10, transfers: 8 },
    short: inTurn('kill-batches', { rounds: 5, transfers: 6 }),
  },
  // A round is each edge of a replay.
  'kill-replays': { run: killReplays, full: { rounds: 10, transfers: 60 }, short: inTurn('kill-replays', once(30)) },
  // A round is one end or freeze of the process that signs; its stack is its own.
  'kill-signer': {
    run: killSigner,
    full: { rounds: 10, transfers: 40 },
    long: { rounds: 3, transfers: 20 },
    short: inTurn('kill-signer', { rounds: 2, transfers: 12 }),
  },
  'one-key': { run: oneKey, full: once(1), short: once(1) },
  // A deployment's proxy, rolling update and rolling back.
  rolling: { run: rolling, full: once(200), short: null },
  // A round is each depth with and without return.
  reorg: { run: reorg, full: { rounds: 3, transfers: 30 }, long: once(12), short: once(6) },
  // It waits for a minute and ends its stack: from here, it ends together with the last of the others.
  restore: { run: restore(1), full: once(120), short: inTurn('restore', once(18)) },
  // A round is some of the pool and all of it.
  dropped: { run: dropped, full: { rounds: 5, transfers: 40 }, short: once(20) },
  'base-fee': { run: baseFee, full: { rounds: 3, transfers: 30 }, short: once(12) },
  'dry-gas-wallet': { run: dryGasWallet, full: { rounds: 3, transfers: 40 }, short: once(20) },
  // A round is each chain.
  'late-revert': { run: lateRevert, full: { rounds: 3, transfers: 5 }, short: once(3) },
  'cancel-race': {
    run: cancelRace,
    full: { rounds: 10, transfers: 20 },
    short: { rounds: 2, transfers: 12 },
  },
  // A round is one kill, and as many quotes as `transfers` says.
  payments: { run: payments, full: { rounds: 100, transfers: 7 }, short: { rounds: 2, transfers: 5 } },
  // A round is one bond and one kill; `transfers` are its holders.
  tokens: { run: tokens, full: { rounds: 50, transfers: 8 }, short: { rounds: 1, transfers: 5 } },
  // A round is as many moves as `transfers` says.
  'payment-thief': { run: paymentThief, full: { rounds: 20, transfers: 40 }, short: { rounds: 1, transfers: 16 } },
  // A round is every strategy with one way to pay for gas; the next one has the other.
  thief: { run: thief, full: { rounds: 2, transfers: 250 }, short: once(6) },
  fencing: { run: fencing, full: { rounds: 18, transfers: 40 }, short: { rounds: 2, transfers: 20 } },
  'narrow-balance': { run: narrowBalance, full: once(100), short: once(100) },
  ...Object.fromEntries(
    rpcNames.map((name) => {
      const extents = { full: { rounds: 5, transfers: 60 }, long: once(20), short: inTurn(name, once(20)) }
      return [`rpc-${name}`, { run: rpcFaults(name), ...extents }]
    }),
  ),
  solana: { run: solanaFaults, full: { rounds: 5, transfers: 60 }, short: once(15) },
  load: { run: load, full: once(10_000), long: once(500), short: once(150) },
  // A round is a time of calm and one beside strangers.
  neighbour: { run: neighbour, full: { rounds: 10, transfers: 60 }, short: once(12) },
  // As `restore`, with other numbers.
  'restore-second': { run: restore(2), full: once(120), short: null },
  'restore-third': { run: restore(3), full: once(120), short: null },
  'offline-chain': { run: offlineChain, full: { rounds: 2, transfers: 100 }, short: null },
}

/** The extent of a scenario in this form; null where the form leaves it out. */
export function extentOf(play: Play, form: Form): Extent | null {
  return form === 'long' ? (play.long ?? play.short) : play[form]
}
