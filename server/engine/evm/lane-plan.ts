import type { Lane } from './open-lanes'
import type { GasFunds } from './owner-funds'
import type { Plan } from './plan-lane'

/** `leases`: of the wallets whose coins it moves, where a relayer carries them. */
export type LanePlan = Plan & { lane: Lane; gasFunds: GasFunds; leases: readonly Lane[] }
