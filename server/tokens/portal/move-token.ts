import type { z } from 'zod'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import type { burnInput, mintOneInput, transferInput } from '@/server/tokens/operations/portal-contract'
import { startInPortal } from '@/server/tokens/operations/start-in-portal'
import { planMint } from '@/server/tokens/plans/plan-mint'
import { planBurn, planTransfer } from '@/server/tokens/plans/plan-move'
import { NO_WEBHOOK } from '@/server/tokens/plans/webhook-target'
import type { PortalCtx } from './portal-ctx'

/** Mints from the portal. Throws the refusals of the plan, the token and policies. */
export async function mintToken(ctx: PortalCtx, input: z.output<typeof mintOneInput>): Promise<OperationView> {
  return startInPortal(ctx, await planMint(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}

/** Burns from the portal. Throws the same errors as `mintToken`. */
export async function burnToken(ctx: PortalCtx, input: z.output<typeof burnInput>): Promise<OperationView> {
  return startInPortal(ctx, await planBurn(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}

/** Transfers from the portal, also forced. Throws the same errors as `mintToken`. */
export async function transferToken(ctx: PortalCtx, input: z.output<typeof transferInput>): Promise<OperationView> {
  return startInPortal(ctx, await planTransfer(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}
