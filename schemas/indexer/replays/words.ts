/** `canceled`: by one of you, or its subscription was deleted. `failed`: the chain's nodes do not tell of its blocks. */
export const REPLAY_STATUSES = ['running', 'done', 'canceled', 'failed'] as const

/** Of one replay, and how many a project may have under way. */
export const MAX_REPLAY_BLOCKS = 1_000_000
export const MAX_RUNNING_REPLAYS = 3
