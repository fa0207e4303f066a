/** `canceled`: by a member, or its subscription was deleted. `failed`: the chain's nodes do not serve its blocks. */
export const REPLAY_STATUSES = ['running', 'done', 'canceled', 'failed'] as const

/** The limit of one replay, and how many replays a project may run at once. */
export const MAX_REPLAY_BLOCKS = 1_000_000
export const MAX_RUNNING_REPLAYS = 3
