import { applyChange } from '@/server/chains/settings/apply-change'
import { settingsChange } from '@/server/chains/settings/contract'
import { newToken } from '@/server/chains/tokens/contract'
import { storeToken } from '@/server/chains/tokens/store-token'
import { carryOutDecision } from '@/server/engine/recovery/decide-repeated'
import { fxSourceChange, setManualRateInput } from '@/server/fx/contract'
import { setManualRate } from '@/server/fx/set-manual-rate'
import { updateFxSource } from '@/server/fx/update-fx-source'
import { creditInput } from '@/server/ledger/contract'
import { creditBusiness } from '@/server/ledger/credit-business'
import { addDepositToken, setDepositTokenActive } from '@/server/payments/stablecoins/add-deposit-token'
import { foundDepositToken, offeredToken } from '@/server/payments/stablecoins/contract'
import { staffInvitation, staffPasswordReset } from '@/server/people/contract'
import { invitePerson } from '@/server/people/invite-person'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { planGasRaise } from '@/server/plans/contract'
import { raisePlanGas } from '@/server/plans/save-plan-by-hand'
import { priceChange } from '@/server/prices/contract'
import { storeSource } from '@/server/prices/store-source'
import { decideRepeatedInput, leaveRecoveryInput } from '@/server/recovery/contract'
import { leaveRecovery } from '@/server/recovery/leave-recovery'
import { gasBudgetRaise } from '@/server/sponsorship/contract'
import { raiseGasBudget } from '@/server/sponsorship/set-gas-budget-by-hand'
import type { Acts } from './decide-proposal'

/** What happens once a second person agrees, by what was typed when it was proposed. */
export const ACTS: Acts = {
  chain: (ctx, input) => applyChange(ctx, settingsChange.parse(input)),
  credit: (ctx, input) => creditBusiness(ctx, creditInput.parse(input)),
  decide_repeated: (ctx, input) => carryOutDecision(ctx, decideRepeatedInput.parse(input)),
  deposit_token: (ctx, input) => addDepositToken(ctx, foundDepositToken.parse(input)),
  gas_budget: (ctx, input) => raiseGasBudget(ctx, gasBudgetRaise.parse(input)),
  invite_staff: (ctx, input) => invitePerson(ctx, staffInvitation.parse(input)),
  leave_recovery: (ctx, input) => leaveRecovery(ctx, leaveRecoveryInput.parse(input)),
  offer_token: (ctx, input) => setDepositTokenActive(ctx, { ...offeredToken.parse(input), isActive: true }),
  plan_gas: (ctx, input) => raisePlanGas(ctx, planGasRaise.parse(input)),
  price: (ctx, input) => storeSource(ctx, priceChange.parse(input)),
  rate: (ctx, input) => setManualRate(ctx, setManualRateInput.parse(input)),
  rate_source: (ctx, input) => updateFxSource(ctx, fxSourceChange.parse(input)),
  reset_staff_password: (ctx, input) => sendPasswordReset(ctx, staffPasswordReset.parse(input)),
  token: (ctx, input) => storeToken(ctx, newToken.parse(input)),
}
