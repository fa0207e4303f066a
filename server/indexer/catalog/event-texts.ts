import type { EventKey } from '@/schemas/indexer/words'

/** The description of each key of the catalog, for people. */
export const EVENT_TEXTS: Record<EventKey, string> = {
  mint: 'A token is created: a transfer without a sender. `to` has it now.',
  burn: 'A token is destroyed: a transfer without a recipient. `from` had it.',
  transfer:
    'Something moves from `from` to `to`. Mints and burns are transfers too, unless those keys are asked for beside this one: each log is one delivery.',
  approval: '`from` lets `to` move its tokens: `amount` of them, or the one in `decoded.tokenId`.',
  approval_for_all: '`from` lets `to` move all of its tokens, or no longer: see `decoded.approved`.',
  ownership_transferred: 'The contract belongs to `to` now; before, to `from`.',
  paused: '`from` paused the contract.',
  unpaused: '`from` took the pause of the contract back.',
  role_granted: '`from` gave `to` the role in `decoded.role`.',
  role_revoked: '`from` took the role in `decoded.role` from `to`.',
  upgraded: 'The contract runs the code at `to` now.',
  deposit: '`to` wrapped `amount` of the native coin.',
  withdrawal: '`from` unwrapped `amount` of the native coin.',
  swap: 'A pool exchanged one token for the other: `decoded` has the amounts.',
}
