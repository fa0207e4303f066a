import type { z } from 'zod'
import type { tokenRef } from '@/schemas/tokens/contract'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import type {
  freezeInput,
  payInput,
  registerManyInput,
  walletRefInput,
} from '@/server/tokens/operations/portal-contract'
import { startInPortal } from '@/server/tokens/operations/start-in-portal'
import { planCall } from '@/server/tokens/plans/plan-call'
import { planPause } from '@/server/tokens/plans/plan-pause'
import { planPayCoupon } from '@/server/tokens/plans/plan-pay-coupon'
import { planFreeze, planRegister, planRemove } from '@/server/tokens/plans/plan-wallets'
import { NO_WEBHOOK } from '@/server/tokens/plans/webhook-target'
import type { PortalCtx } from './portal-ctx'

type Ref = z.output<typeof tokenRef>

/** Pauses a token from the portal. Throws the refusals of the plan, the token and policies, like the others here. */
export async function pauseToken(ctx: PortalCtx, input: Ref): Promise<OperationView> {
  return startInPortal(ctx, await planPause(ctx.tenant, { ...input, isPaused: true, ...NO_WEBHOOK }))
}

export async function unpauseToken(ctx: PortalCtx, input: Ref): Promise<OperationView> {
  return startInPortal(ctx, await planPause(ctx.tenant, { ...input, isPaused: false, ...NO_WEBHOOK }))
}

export async function registerWallets(
  ctx: PortalCtx,
  input: z.output<typeof registerManyInput>,
): Promise<OperationView> {
  return startInPortal(ctx, await planRegister(ctx.tenant, { ...input, isBatch: true }))
}

export async function removeWallet(
  ctx: PortalCtx,
  { tokenId, address }: z.output<typeof walletRefInput>,
): Promise<OperationView> {
  return startInPortal(ctx, await planRemove(ctx.tenant, { tokenId, addresses: [address], isBatch: false }))
}

export async function freezeWallet(ctx: PortalCtx, input: z.output<typeof freezeInput>): Promise<OperationView> {
  return startInPortal(ctx, await planFreeze(ctx.tenant, input))
}

/** Pays a coupon to every holder at its record time. */
export async function payCoupon(ctx: PortalCtx, input: z.output<typeof payInput>): Promise<OperationView> {
  return startInPortal(ctx, await planPayCoupon(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}

/** Redeems the principal. */
export async function redeemPrincipal(ctx: PortalCtx, input: Ref): Promise<OperationView> {
  return startInPortal(ctx, await planCall(ctx.tenant, { ...input, ...NO_WEBHOOK }))
}
