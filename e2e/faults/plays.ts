import type { Scenario } from './scenario'
import { calm } from './scenarios/calm'
import { killParts } from './scenarios/kill-parts'
import { killPoints } from './scenarios/kill-points'
import { offlineChain } from './scenarios/offline-chain'
import { oneKey } from './scenarios/one-key'

/** How long a run may take: everything, under eight minutes, or what `npm test` can afford. */
export type Form = 'full' | 'short' | 'test'

type Extent = { rounds: number; transfers: number }
/** Null where a form leaves the scenario out. */
export type Play = { run: Scenario } & Record<Form, Extent | null>

const once = (transfers: number): Extent => ({ rounds: 1, transfers })

export const PLAYS: Record<string, Play> = {
  calm: { run: calm, full: once(1_000), short: once(300), test: once(200) },
  // Each part alone shows what only its crash breaks; together they are the proof, so they get the rounds.
  'kill-app': { run: killParts(['app']), full: { rounds: 3, transfers: 100 }, short: once(60), test: null },
  'kill-engine': { run: killParts(['engine']), full: { rounds: 3, transfers: 100 }, short: once(60), test: null },
  'kill-postgres': { run: killParts(['postgres']), full: { rounds: 3, transfers: 100 }, short: once(60), test: null },
  'kill-mixed': {
    run: killParts(['app', 'engine', 'postgres']),
    full: { rounds: 10, transfers: 100 },
    short: { rounds: 2, transfers: 60 },
    test: once(60),
  },
  // No rounds: every edge once.
  'kill-points': {
    run: killPoints,
    full: { rounds: 200, transfers: 12 },
    short: { rounds: 0, transfers: 8 },
    test: { rounds: 3, transfers: 8 },
  },
  'one-key': { run: oneKey, full: once(1), short: once(1), test: once(1) },
  'offline-chain': { run: offlineChain, full: { rounds: 2, transfers: 100 }, short: null, test: null },
}
