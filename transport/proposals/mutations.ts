import { endpointChange } from '@/schemas/chains/contract'
import { settingsChange } from '@/schemas/chains/settings/contract'
import { newToken } from '@/schemas/chains/tokens/contract'
import { depositClearance } from '@/schemas/deposits/contract'
import { fxSourceChange, setManualRateInput } from '@/schemas/fx/contract'
import { creditInput } from '@/schemas/ledger/contract'
import { depositTokenActivation, depositTokenProposal } from '@/schemas/payments/stablecoins/contract'
import { memberInvitation, resetOfPerson, staffInvitation } from '@/schemas/people/contract'
import { planGasRaise } from '@/schemas/plans/contract'
import { priceChange } from '@/schemas/prices/contract'
import { decideRepeatedInput, leaveRecoveryInput } from '@/schemas/recovery/contract'
import { proposedExport } from '@/schemas/seed-exports/contract'
import { gasBudgetRaise } from '@/schemas/sponsorship/contract'
import { planGrant } from '@/schemas/subscriptions/contract'
import { applyEndpointChange } from '@/server/chains/endpoint-change'
import { applyChange } from '@/server/chains/settings/apply-change'
import { storeToken } from '@/server/chains/tokens/store-token'
import { clearDeposit } from '@/server/deposits/decide-screening-as-operator'
import { executeDecision } from '@/server/engine/recovery/decide-repeated'
import { leaveRecovery } from '@/server/engine/recovery/leave-recovery'
import { setManualRate } from '@/server/fx/set-manual-rate'
import { updateFxSource } from '@/server/fx/update-fx-source'
import { creditBusiness } from '@/server/ledger/credit-business'
import { addDepositToken, setDepositTokenActive } from '@/server/payments/stablecoins/add-deposit-token'
import { resetFactor } from '@/server/people/factors/remove-factor'
import { invitePerson } from '@/server/people/invite-person'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { raisePlanGas } from '@/server/plans/save-plan-as-operator'
import { storeSource } from '@/server/prices/store-source'
import type { ProposalMutations } from '@/server/proposals/decide-proposal'
import { approveExport } from '@/server/seed-exports/approve-export'
import { raiseGasBudget } from '@/server/sponsorship/set-gas-budget-as-operator'
import { grantPlan } from '@/server/subscriptions/set-project-plan-as-operator'
import { inviteIntoBusiness } from '@/server/team/invite-as-operator'

/** The effect of each proposal once a second person approves it, from the input given when it was proposed. */
export const PROPOSAL_MUTATIONS: ProposalMutations = {
  chain: (ctx, input) => applyChange(ctx, settingsChange.parse(input)),
  clear_deposit: (ctx, input) => clearDeposit(ctx, depositClearance.parse(input)),
  credit: (ctx, input) => creditBusiness(ctx, creditInput.parse(input)),
  decide_repeated: (ctx, input) => executeDecision(ctx, decideRepeatedInput.parse(input)),
  deposit_token: (ctx, input) => addDepositToken(ctx, depositTokenProposal.parse(input)),
  endpoint: (ctx, input) => applyEndpointChange(ctx, endpointChange.parse(input)),
  export_seed: (ctx, input, proposedBy) => approveExport(ctx, { ...proposedExport.parse(input), proposedBy }),
  gas_budget: (ctx, input) => raiseGasBudget(ctx, gasBudgetRaise.parse(input)),
  invite_member: (ctx, input) => inviteIntoBusiness(ctx, memberInvitation.parse(input)),
  invite_staff: (ctx, input) => invitePerson(ctx, staffInvitation.parse(input)),
  leave_recovery: (ctx, input) => leaveRecovery(ctx, leaveRecoveryInput.parse(input)),
  offer_token: (ctx, input) => setDepositTokenActive(ctx, { ...depositTokenActivation.parse(input), isActive: true }),
  plan: (ctx, input) => grantPlan(ctx, planGrant.parse(input)),
  plan_gas: (ctx, input) => raisePlanGas(ctx, planGasRaise.parse(input)),
  price: (ctx, input) => storeSource(ctx, priceChange.parse(input)),
  rate: (ctx, input) => setManualRate(ctx, setManualRateInput.parse(input)),
  rate_source: (ctx, input) => updateFxSource(ctx, fxSourceChange.parse(input)),
  reset_staff_factor: (ctx, input) => resetFactor(ctx, resetOfPerson.parse(input)),
  reset_staff_password: (ctx, input) => sendPasswordReset(ctx, resetOfPerson.parse(input)),
  token: (ctx, input) => storeToken(ctx, newToken.parse(input)),
}
