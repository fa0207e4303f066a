import type { Lane } from './open-lanes'
import type { GasFunds } from './owner-funds'
import type { Plan } from './plan-lane'

/** `leases`: of the wallets whose coins the plan moves through a relayer. */
export type LanePlan = Plan & { lane: Lane; gasFunds: GasFunds; leases: readonly Lane[] }
