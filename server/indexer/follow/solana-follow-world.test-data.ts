import { type Movement, TOKENS } from '@/server/chains/solana/token-ledger.test-data'
import { openWorldOf } from './follow-world.test-data'
import { TokenChain } from './token-chain.test-data'

export const CLUSTER = 103
export const MINT = TOKENS.old.mint

/** A cluster for each test. */
export function openSolanaFollowWorld() {
  return openWorldOf({
    ...{ chainId: CLUSTER, newWorld: () => new TokenChain(), asked: { contractAddress: MINT, fromBlock: 1_001n } },
    terms: { code: 'SOL', chainType: 'SOLANA', blockTimeMs: 400 },
  })
}

/** A movement of 100 units of the old token between two accounts, unless a test says otherwise. */
export function move(given: Partial<Movement> = {}): Movement {
  return { token: 'old', what: 'transferChecked', from: 0, to: 1, units: 100n, isInner: false, isRaw: false, ...given }
}
