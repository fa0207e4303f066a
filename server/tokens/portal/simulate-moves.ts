import type { z } from 'zod'
import type { OperationSimulation } from '@/schemas/tokens/operations/simulation'
import type { Tenant } from '@/server/ctx'
import type { burnInput, mintOneInput, transferInput } from '@/server/tokens/operations/portal-contract'
import { simulateOperation } from '@/server/tokens/operations/simulate-operation'
import { planMint } from '@/server/tokens/plans/plan-mint'
import { planBurn, planTransfer } from '@/server/tokens/plans/plan-move'
import { NO_WEBHOOK } from '@/server/tokens/plans/webhook-target'

/** Simulates a mint without opening it. Throws invalid, not_found, failed (state), unavailable. */
export async function simulateMint(tenant: Tenant, input: z.output<typeof mintOneInput>): Promise<OperationSimulation> {
  return simulateOperation(tenant, await planMint(tenant, { ...input, ...NO_WEBHOOK }))
}

/** Simulates a burn. */
export async function simulateBurn(tenant: Tenant, input: z.output<typeof burnInput>): Promise<OperationSimulation> {
  return simulateOperation(tenant, await planBurn(tenant, { ...input, ...NO_WEBHOOK }))
}

/** Simulates a transfer. */
export async function simulateTransfer(
  tenant: Tenant,
  input: z.output<typeof transferInput>,
): Promise<OperationSimulation> {
  return simulateOperation(tenant, await planTransfer(tenant, { ...input, ...NO_WEBHOOK }))
}
