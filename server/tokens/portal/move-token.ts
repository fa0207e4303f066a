import type { z } from 'zod'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import type { burnInput, mintOneInput, transferInput } from '@/server/tokens/operations/portal-contract'
import { startInPortal } from '@/server/tokens/operations/start-in-portal'
import { planMint } from '@/server/tokens/plans/plan-mint'
import { planBurn, planTransfer } from '@/server/tokens/plans/plan-move'
import { NO_WEBHOOK } from '@/server/tokens/plans/webhook-target'
import type { PortalCtx } from './portal-ctx'

/** Mints for a person. Throws what the plan, the token and policies refuse. */
export async function mintToken(ctx: PortalCtx, input: z.output<typeof mintOneInput>): Promise<OperationView> {
  return startInPortal(ctx, await planMint(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}

/** Burns; throws as a mint does. */
export async function burnToken(ctx: PortalCtx, input: z.output<typeof burnInput>): Promise<OperationView> {
  return startInPortal(ctx, await planBurn(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}

/** Transfers, by force too; throws as a mint does. */
export async function transferToken(ctx: PortalCtx, input: z.output<typeof transferInput>): Promise<OperationView> {
  return startInPortal(ctx, await planTransfer(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}
